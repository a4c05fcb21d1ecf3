//! Moderation: who may moderate, what was reported, who is banned, and the log of what was done about it.

mod audit;
mod bans;
mod reports;

pub use audit::{AuditRow, NewAudit};
pub use bans::BanRow;
pub use reports::{ComplaintRow, FilingOutcome, NewReportRow, ReportLimits, ReportRow};
