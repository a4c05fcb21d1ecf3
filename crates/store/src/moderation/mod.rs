//! Moderation: moderators, reports, bans, and the audit log.

mod audit;
mod bans;
mod reports;

pub use audit::{AuditRow, NewAudit};
pub use bans::BanRow;
pub use reports::{ComplaintRow, FilingOutcome, NewReportRow, ReportLimits, ReportRow};
