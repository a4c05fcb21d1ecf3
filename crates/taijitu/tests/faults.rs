//! Three nodes on one PostgreSQL and one NATS, everything going wrong; and a SQLite node out of disk. The short form:
//! `cargo xtask faults` takes ten minutes.

use crate::PROGRAM;
use std::path::Path;
use taijitu_loadtest::faults::{Terms, out_of_disk, run};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn nothing_is_lost_doubled_charged_or_told_while_everything_goes_wrong() {
    let logs = tempfile::tempdir().unwrap();
    let terms = Terms { seed: 5, seconds: 30, faults: 15, nodes: 3, workers: 0 };
    let report = run(Path::new(PROGRAM), terms, 16, logs.path()).await.unwrap();
    println!("{}", report.markdown());
    if !report.violations.is_empty() {
        let kept = logs.keep();
        panic!("{}what the nodes said is in {}", report.wrongs(), kept.display());
    }
    assert!(report.faults() == 15 && report.numbers.turns > 100, "{:?}", report.numbers);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_out_of_disk_refuses_loses_nothing_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let full = out_of_disk(Path::new(PROGRAM), folder.path(), 10, 2, 3).await.unwrap();
    println!("{full}");
    if !full.violations.is_empty() {
        panic!("{:#?}\n{}", full.violations, folder.keep().display());
    }
    assert!(full.refused_with.iter().all(|code| code == "unavailable"), "{full}");
    assert!(full.numbers.turns > 50, "{full}");
}
