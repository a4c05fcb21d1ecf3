//! The tests of this crate in one program: one for each file would have to be linked for each file.

mod absence;
mod clocks;
mod folding;
mod from;
mod help;
mod hotseat;
mod offers;
mod partners;
mod playing;
mod rated;
mod records;
mod replay;
mod scenes;
mod seating;
mod secrets;
mod stored;
mod tournament;
mod untouched;
mod zen_four;
