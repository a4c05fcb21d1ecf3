//! What `cargo xtask abuse` does, in small: every attack for a moment. Nothing is timed here; honest players lose nothing, the server
//! answers, and its memory has a bound.

use crate::PROGRAM;
use std::path::Path;
use std::time::Duration;
use taijitu_loadtest::abuse::{AbusePlan, AttackSize, run};

/// Far above what a server needs, and far below what the attacks once took.
const MEMORY_LIMIT: u64 = 512 * 1024;

#[tokio::test(flavor = "multi_thread")]
async fn honest_players_notice_nothing_of_attacks() {
    let plan = AbusePlan {
        only: vec![],
        tables: 6,
        think: Duration::from_millis(200),
        quiet: Duration::from_millis(50),
        attack: Duration::from_millis(1200),
        // What engines of one attack still hold does not count for the next one.
        recovery: Duration::from_secs(5),
        size: AttackSize::Small,
        trust_proxy: true,
        seed: 1,
    };
    let all = run(Path::new(PROGRAM), &plan, |_| ()).await.unwrap();
    assert!(all.len() > 25);
    for measured in &all {
        assert!(measured.is_clean(), "{}: {:?}", measured.name, measured.complaints());
        assert!(measured.tally.sent > 0, "{} attacked nothing", measured.name);
        assert!(measured.memory[1] < MEMORY_LIMIT, "{}: {:?} KiB", measured.name, measured.memory);
    }
    assert!(all.iter().map(|measured| measured.turns).sum::<usize>() > 100, "honest players played");
}
