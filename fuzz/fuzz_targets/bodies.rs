//! Bodies of HTTP requests: one that is read writes itself back, a table that is opened has a set-up, a study that is taken can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use taijitu_protocol::{
    Analyse, Credentials, Import, NewPassword, NewToken, OpenTable, Pairing, PlayerId, Proof, PuzzleTry,
    Request, Say, Study, StudyBranch, StudyReply, StudyWhy, Touch, WhyNot,
};
use taijitu_rules::Record;
use taijitu_table::{StudyPosition, Table};

// The first byte chooses what the body should be.
fuzz_target!(|data: &[u8]| {
    let Some((&first, body)) = data.split_first() else { return };
    match first % 17 {
        0 => drop(read::<Credentials>(body)),
        1 => drop(read::<NewPassword>(body)),
        2 => drop(read::<NewToken>(body)),
        3 => drop(read::<Proof>(body)),
        4 => drop(read::<PuzzleTry>(body)),
        5 => drop(read::<Say>(body)),
        6 => drop(read::<Request>(body)),
        7 => drop(read::<Pairing>(body)),
        8 => drop(read::<WhyNot>(body)),
        9 => drop(read::<Vec<Touch>>(body)),
        10 => drop(read::<Analyse>(body)),
        11 => drop(read::<StudyReply>(body)),
        12 => read::<StudyBranch>(body).into_iter().for_each(|asked| {
            if let Ok(study) = StudyPosition::read(&asked.study) {
                let _ = study.branch(&asked.touches);
            }
        }),
        13 => read::<StudyWhy>(body).into_iter().for_each(|asked| {
            if let Ok(study) = StudyPosition::read(&asked.study) {
                let _ = study.why(&asked.touches, &asked.touch);
            }
        }),
        14 => read::<Study>(body).into_iter().for_each(|asked| {
            if let Ok(study) = StudyPosition::read(&asked) {
                let _ = study.view();
            }
        }),
        15 => read::<OpenTable>(body).into_iter().for_each(|open| {
            if Table::opening(&open, PlayerId(1), false).is_ok() {
                Table::setup_for(&open, false).expect("a table that is opened has a set-up");
            }
        }),
        _ => read::<Import>(body).into_iter().for_each(|import| {
            if let Ok(record) = Record::import(&import.text) {
                record.replay().expect("a game that is taken replays");
            }
        }),
    }
});

/// Reads a body; what was read writes itself back.
fn read<T: DeserializeOwned + Serialize>(body: &[u8]) -> Option<T> {
    let read: T = serde_json::from_slice(body).ok()?;
    let written = serde_json::to_vec(&read).expect("a body can be written");
    let again: T = serde_json::from_slice(&written).expect("a written body reads back");
    assert_eq!(serde_json::to_vec(&again).expect("a body can be written"), written);
    Some(read)
}
