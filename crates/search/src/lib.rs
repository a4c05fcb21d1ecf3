#![doc = include_str!("../README.md")]

pub mod alphabeta;
pub mod baseline;
pub mod clock;
pub mod descriptor;
pub mod elo;
pub mod engine;
pub mod eval;
pub mod exhaustive;
pub mod information_set;
pub mod leapover_planner;
pub mod level;
pub mod limits;
pub mod mcts;
pub mod one_ply;
pub mod pattern;
pub mod player;
pub mod proof;
pub mod puzzle;
pub mod puzzle_themes;
pub mod self_play;
pub mod table;
pub mod tune;
pub mod ugi;
pub mod win_probability;
pub mod yinyang;

pub use alphabeta::Evaluate;
pub use clock::RemainingTime;
pub use descriptor::{Descriptor, SearchGame};
pub use engine::{Choice, Engine, SearchScore, Thought, for_game};
pub use information_set::InformationSet;
pub use level::{ADVISER, LEVELS, Strength};
pub use limits::{Limits, Stop};
pub use pattern::{Evaluation, PatternNetwork, supply_weights};
pub use player::Player;
