#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod catalogue;
pub mod exact;
pub mod insight;
pub mod puzzles;
pub mod reply;
pub mod turn;
pub mod work_request;

pub use analysis::{Analysis, AnalysisEnd, AnalysisSearch};
pub use exact::SolutionCache;
pub use puzzles::StudyPuzzle;
pub use turn::{BestTurn, CachedEngine, TurnRequest, TurnResult, TurnSettings};
pub use work_request::{ReceivedRequest, WorkRequest};
