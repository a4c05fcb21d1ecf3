#![doc = include_str!("../README.md")]

pub mod alphabeta;
pub mod baseline;
pub mod chance;
pub mod clock;
pub mod elo;
pub mod engine;
pub mod eval;
pub mod glance;
pub mod known;
pub mod level;
pub mod limits;
pub mod mcts;
pub mod player;
pub mod prove;
pub mod puzzle;
pub mod race;
pub mod table;
pub mod tune;
pub mod ugi;
pub mod yinyang;

pub use alphabeta::Evaluate;
pub use clock::Clock;
pub use engine::{Choice, Engine, Score, Thought, for_game};
pub use known::Known;
pub use level::{LEVELS, Strength};
pub use limits::{Limits, Stop};
pub use player::Player;
