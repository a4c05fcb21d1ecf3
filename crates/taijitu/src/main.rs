//! The taijitu binary.

fn main() {}
