//! What has to be done after commits.

use crate::help::{Site, event, row, table_id};
use taijitu_store::{Append, AppendOutcome, FollowUp, FollowUpSubject, NewEvent};

on_both!(follow_ups_are_written_with_the_commit_and_settled_once,);

async fn append(site: &Site, first: i64, at: i64, has_follow_up: bool) -> AppendOutcome {
    let events = vec![event("one"), NewEvent { at, body: "two".into() }];
    let append = Append { has_follow_up, ..Append::new(first, events, row("t")) };
    site.store().await.append(append).await.unwrap()
}

async fn follow_ups_are_written_with_the_commit_and_settled_once(site: Site) {
    let store = site.store().await;
    let pending = async |before: i64| store.pending_follow_ups(before, 10).await.unwrap();
    let subject = FollowUpSubject::Table(table_id("t"));
    assert_eq!(append(&site, 1, 10, false).await, AppendOutcome::Committed);
    assert_eq!(pending(100).await, [], "it needs none");
    assert_eq!(append(&site, 3, 20, true).await, AppendOutcome::Committed);
    assert_eq!(append(&site, 5, 30, true).await, AppendOutcome::Committed);
    assert_eq!(append(&site, 3, 40, true).await, AppendOutcome::Conflict { head: 6 });
    let (first, second) = (FollowUp { subject, first: 3, last: 4 }, FollowUp { subject, first: 5, last: 6 });
    assert_eq!(pending(100).await, [first, second], "nothing of what was not committed");
    assert_eq!(pending(30).await, [first], "from before that time");
    assert_eq!(store.pending_follow_ups(100, 1).await.unwrap(), [first]);
    store.settle_follow_up(subject, 4).await.unwrap();
    store.settle_follow_up(subject, 5).await.unwrap();
    assert_eq!(pending(100).await, [second]);
    assert_eq!(store.sweep_follow_ups(30).await.unwrap(), 0);
    assert_eq!(store.sweep_follow_ups(31).await.unwrap(), 1);
    assert_eq!(pending(100).await, []);
}
