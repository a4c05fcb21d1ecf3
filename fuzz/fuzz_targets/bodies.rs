//! Bodies of HTTP requests: one that is read writes itself back, a table that is opened has a set-up, a study that is taken can be shown,
//! conditional turns that are taken are few and are taken again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use taijitu_protocol::{
    Analyse, BotMark, ChatRequest, Command, ConditionalTree, Credentials, Decline, Import, MailToken,
    ModerateRequest, NewChallenge, NewMailAddress, NewPassword, NewReport, NewToken, NoticeChoices,
    OpenTable, PlayerId, Privacy, Proof, PushSubscription, PuzzleTry, QuickPairing, ReadNotices, Recover,
    RecoverByLink, RecoverByMail, Request, SecondFactorProof, SignIn, Study, StudyBranch, StudyReply,
    StudyWhy, TableId, TakeVacation, Time, TotpCode, Touch, WhyNot,
};
use taijitu_rules::{Record, games};
use taijitu_table::{
    Actor, CONDITIONAL_DEPTH, ConditionalState, DecisionContext, Input, LogEntry, Outages, StudyPosition,
    Table,
};

const ADA: PlayerId = PlayerId(1);
const BOB: PlayerId = PlayerId(2);

// The first byte chooses what the body should be.
fuzz_target!(|data: &[u8]| {
    let Some((&first, body)) = data.split_first() else { return };
    match first % 36 {
        0 => drop(read::<Credentials>(body)),
        1 => drop(read::<NewPassword>(body)),
        2 => drop(read::<NewToken>(body)),
        3 => drop(read::<Proof>(body)),
        4 => drop(read::<PuzzleTry>(body)),
        5 => drop(read::<ChatRequest>(body)),
        6 => drop(read::<Request>(body)),
        7 => drop(read::<QuickPairing>(body)),
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
            if Table::opening(&open, ADA, false).is_ok() {
                Table::setup_for(&open, false).expect("a table that is opened has a set-up");
            }
        }),
        16 => read::<Import>(body).into_iter().for_each(|import| {
            if let Ok(record) = Record::import(&import.text) {
                record.replay().expect("a game that is taken replays");
            }
        }),
        17 => drop(read::<NewChallenge>(body)),
        18 => drop(read::<Decline>(body)),
        19 => drop(read::<PushSubscription>(body)),
        20 => drop(read::<ReadNotices>(body)),
        21 => drop(read::<NoticeChoices>(body)),
        22 => drop(read::<Privacy>(body)),
        23 => drop(read::<BotMark>(body)),
        24 => drop(read::<TakeVacation>(body)),
        25 => drop(read::<NewReport>(body)),
        26 => drop(read::<ModerateRequest>(body)),
        27 => drop(read::<SignIn>(body)),
        28 => drop(read::<Recover>(body)),
        29 => drop(read::<RecoverByLink>(body)),
        30 => drop(read::<RecoverByMail>(body)),
        31 => drop(read::<NewMailAddress>(body)),
        32 => drop(read::<MailToken>(body)),
        33 => drop(read::<SecondFactorProof>(body)),
        34 => drop(read::<TotpCode>(body)),
        _ => {
            // The next byte chooses the game.
            let Some((&game, body)) = body.split_first() else { return };
            read::<ConditionalTree>(body).into_iter().for_each(|wanted| check_conditional(game, &wanted));
        }
    }
});

/// Checks conditional turns of the player who waits in a game that has just begun.
fn check_conditional(game: u8, wanted: &ConditionalTree) {
    let game = games::GAMES[usize::from(game) % games::GAMES.len()].meta().id;
    let Some(table) = begun(game) else { return };
    for player in [ADA, BOB] {
        let Ok(check) = table.conditional_check(player) else { continue };
        let Ok(taken) = check.run(&wanted.tree) else { continue };
        assert!(depth(&ConditionalTree { tree: taken.tree.clone() }) <= CONDITIONAL_DEPTH);
        let again = check.run(&taken.tree).expect("what was taken is taken again");
        assert_eq!(again, taken);
        assert_eq!(table.conditional_state(player, &taken), ConditionalState::Waiting(taken.tree.clone()));
    }
}

fn depth(tree: &ConditionalTree) -> usize {
    let below = |then: &Vec<_>| depth(&ConditionalTree { tree: then.clone() });
    tree.tree.iter().map(|branch| 1 + below(&branch.then)).max().unwrap_or(0)
}

/// A table at which two have begun a game by correspondence; none of a game that is not for two.
fn begun(game: &str) -> Option<Table> {
    let open = OpenTable { game: game.into(), time: Time::Days { days: 3 }, ..OpenTable::default() };
    let events = Table::opening_for_two(&open, ADA, BOB).ok()?;
    let mut entries = (1..).zip(events).map(|(n, event)| LogEntry { n, at: 1000, request: None, event });
    let mut table = Table::open(TableId(7), &entries.next()?).expect("the opening comes first");
    for entry in entries {
        table.apply(&entry).expect("what was logged can be applied");
    }
    let outages = Outages::default();
    let context = DecisionContext { now: 1000, lag: 0, thought: 0, seed: 1, outages: &outages, guests: &[] };
    let start = Input::Command { actor: Actor::Player(ADA), command: &Command::Start, request: None };
    table.step(&start, &context).expect("what was decided can be applied");
    Some(table)
}

/// Reads a body; what was read writes itself back.
fn read<T: DeserializeOwned + Serialize>(body: &[u8]) -> Option<T> {
    let read: T = serde_json::from_slice(body).ok()?;
    let written = serde_json::to_vec(&read).expect("a body can be written");
    let again: T = serde_json::from_slice(&written).expect("a written body reads back");
    assert_eq!(serde_json::to_vec(&again).expect("a body can be written"), written);
    Some(read)
}
