//! Moderators, reports, bans and the audit log.

use crate::help::{Site, account, message, player_id, row, table_id};
use taijitu_ids::{MessageId, ReportId};
use taijitu_store::{
    Append, AuditAction, BanKind, ComplaintRow, FilingOutcome, NewAudit, NewReportRow, ReportLimits,
    ReportReason, ReportSubject, SeatRow, Store, StoreError,
};
use tokio::task::JoinSet;

on_both!(
    an_action_and_its_audit_row_are_one_transaction,
    a_forged_row_is_noticed,
    many_at_once_get_numbers_without_gaps,
    a_ban_ends_by_itself_or_is_lifted,
    reports_of_the_same_are_joined_until_they_are_closed,
    a_flood_of_reports_is_bounded,
    a_deleted_message_leaves_its_number,
);

fn entry(action: AuditAction, player: &str, until: Option<i64>) -> NewAudit {
    NewAudit {
        at: 10,
        moderator: Some(player_id("mod")),
        action,
        player: (!player.is_empty()).then(|| player_id(player)),
        table: None,
        tournament: None,
        message: None,
        network: None,
        until,
        report: None,
        detail: None,
        reason: "because".into(),
    }
}

async fn with_players(site: &Site) -> Store {
    let store = site.store().await;
    for name in ["Ann", "Bob", "Mod"] {
        store.create_player(&account(&name.to_lowercase(), Some(name))).await.unwrap();
    }
    store
}

async fn an_action_and_its_audit_row_are_one_transaction(site: Site) {
    let store = with_players(&site).await;
    let muted = store.moderate(&entry(AuditAction::Mute, "ann", Some(99)), None).await.unwrap().unwrap();
    assert_eq!((muted.n, store.player(player_id("ann")).await.unwrap().unwrap().muted_until), (1, Some(99)));
    store.moderate(&entry(AuditAction::Unmute, "ann", None), None).await.unwrap().unwrap();
    assert_eq!(store.player(player_id("ann")).await.unwrap().unwrap().muted_until, None);
    let nobody = store.moderate(&entry(AuditAction::Mute, "nobody", Some(99)), None).await.unwrap();
    assert_eq!((nobody, store.audit_head().await.unwrap()), (None, 2), "nothing changed, nothing written");

    let taken = store.moderate(&entry(AuditAction::Rename, "ann", None), Some(("BOB", "bob"))).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    assert_eq!(store.audit_head().await.unwrap(), 2);
    store
        .moderate(&entry(AuditAction::Rename, "ann", None), Some(("Koala 7", "koala7")))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(store.player(player_id("ann")).await.unwrap().unwrap().name.as_deref(), Some("Koala 7"));

    assert!(!store.is_moderator(player_id("mod")).await.unwrap());
    store.moderate(&entry(AuditAction::Appoint, "mod", None), None).await.unwrap().unwrap();
    assert_eq!(store.moderate(&entry(AuditAction::Appoint, "mod", None), None).await.unwrap(), None);
    assert!(store.is_moderator(player_id("mod")).await.unwrap());
    assert_eq!(store.moderators().await.unwrap(), [player_id("mod")]);
    store.delete_player(player_id("mod"), taijitu_store::Deletion::default()).await.unwrap();
    assert!(
        !store.is_moderator(player_id("mod")).await.unwrap(),
        "an account that is gone moderates no more"
    );
    assert!(store.moderators().await.unwrap().is_empty());

    let rows = store.audit_after(0, 100).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(rows[0].entry, entry(AuditAction::Mute, "ann", Some(99)));
    let newest: Vec<i64> = store.audit_before(4, 2).await.unwrap().iter().map(|row| row.n).collect();
    assert_eq!(newest, [3, 2]);
}

async fn a_forged_row_is_noticed(site: Site) {
    let store = with_players(&site).await;
    for until in 1..=5 {
        store.moderate(&entry(AuditAction::Mute, "ann", Some(until)), None).await.unwrap().unwrap();
    }
    assert_eq!(store.first_forged_audit().await.unwrap(), None);
    site.run("UPDATE audit SET reason = 'no reason' WHERE n = 3").await;
    assert_eq!(store.first_forged_audit().await.unwrap(), Some(3));
    site.run("UPDATE audit SET reason = 'because' WHERE n = 3").await;
    assert_eq!(store.first_forged_audit().await.unwrap(), None);
    site.run("DELETE FROM audit WHERE n = 2").await;
    assert_eq!(store.first_forged_audit().await.unwrap(), Some(2));
}

async fn many_at_once_get_numbers_without_gaps(site: Site) {
    let store = with_players(&site).await;
    let other = site.store().await;
    let mut doing = JoinSet::new();
    for k in 0..24 {
        let store = if k % 2 == 0 { store.clone() } else { other.clone() };
        doing.spawn(async move { store.moderate(&entry(AuditAction::Mute, "ann", Some(k)), None).await });
    }
    while let Some(done) = doing.join_next().await {
        done.unwrap().unwrap().unwrap();
    }
    let rows = store.audit_after(0, 100).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), (1..=24).collect::<Vec<_>>());
    assert_eq!(store.first_forged_audit().await.unwrap(), None);
}

async fn a_ban_ends_by_itself_or_is_lifted(site: Site) {
    let store = with_players(&site).await;
    store.moderate(&entry(AuditAction::Ban, "ann", Some(50)), None).await.unwrap().unwrap();
    store.moderate(&entry(AuditAction::Ban, "bob", None), None).await.unwrap().unwrap();
    let network =
        NewAudit { network: Some("203.0.113.0/24".into()), ..entry(AuditAction::BanNetwork, "", Some(60)) };
    store.moderate(&network, None).await.unwrap().unwrap();
    let ban = store.ban_of(player_id("ann"), 49).await.unwrap().unwrap();
    assert_eq!((ban.until, ban.reason.as_str()), (Some(50), "because"));
    assert_eq!(store.ban_of(player_id("ann"), 50).await.unwrap(), None);
    assert!(store.ban_of(player_id("bob"), i64::MAX).await.unwrap().is_some());
    let listed = store.bans(BanKind::Network, 20, i64::MAX, 10).await.unwrap();
    assert_eq!(listed[0].network.as_deref(), Some("203.0.113.0/24"));
    assert_eq!(store.bans(BanKind::Player, 20, i64::MAX, 10).await.unwrap().len(), 2);
    // Banned again, it has another end.
    store.moderate(&entry(AuditAction::Ban, "ann", Some(70)), None).await.unwrap().unwrap();
    assert_eq!(store.ban_of(player_id("ann"), 60).await.unwrap().unwrap().until, Some(70));
    assert_eq!(store.sweep_bans(65).await.unwrap(), 1);
    store.moderate(&entry(AuditAction::Unban, "bob", None), None).await.unwrap().unwrap();
    assert_eq!(store.moderate(&entry(AuditAction::Unban, "bob", None), None).await.unwrap(), None);
    assert_eq!(store.ban_of(player_id("bob"), 20).await.unwrap(), None);
}

const LIMITS: ReportLimits = ReportLimits { per_player: 3, since: 0, per_report: 2, open: 4 };

fn about_message(id: u128, text: &str) -> NewReportRow {
    NewReportRow {
        id: ReportId(id),
        subject: ReportSubject::Message,
        player: Some(player_id("bob")),
        table: Some(table_id("t")),
        game: None,
        message: Some(MessageId(text.len() as u128)),
        tournament: None,
        context: text.into(),
    }
}

fn complaint(player: &str, at: i64) -> ComplaintRow {
    ComplaintRow { player: player_id(player), at, reason: ReportReason::Insult, note: "he said so".into() }
}

async fn reports_of_the_same_are_joined_until_they_are_closed(site: Site) {
    let store = with_players(&site).await;
    let first = store.file_report(&about_message(1, "rude"), &complaint("ann", 5), LIMITS).await.unwrap();
    assert_eq!(first, FilingOutcome::Opened(ReportId(1)));
    let second = store.file_report(&about_message(2, "rude"), &complaint("mod", 6), LIMITS).await.unwrap();
    assert_eq!(second, FilingOutcome::Joined(ReportId(1)));
    let again = store.file_report(&about_message(3, "rude"), &complaint("ann", 7), LIMITS).await.unwrap();
    assert_eq!(again, FilingOutcome::Joined(ReportId(1)));
    let who = store.complaints(ReportId(1), 10).await.unwrap();
    assert_eq!(who, [complaint("ann", 5), complaint("mod", 6)], "each of them once");
    let other = store.file_report(&about_message(4, "ruder"), &complaint("ann", 8), LIMITS).await.unwrap();
    assert_eq!(other, FilingOutcome::Opened(ReportId(4)));
    let ids = |rows: &[taijitu_store::ReportRow]| rows.iter().map(|row| row.report.id.0).collect::<Vec<_>>();
    let open = store.reports(false, None, 10).await.unwrap();
    assert_eq!((ids(&open), open[1].report.clone()), (vec![4, 1], about_message(1, "rude")));
    assert_eq!(ids(&store.reports(false, Some((8, ReportId(4))), 10).await.unwrap()), [1]);

    let settle = NewAudit { report: Some(ReportId(1)), ..entry(AuditAction::Resolve, "", None) };
    store.moderate(&settle, None).await.unwrap().unwrap();
    assert_eq!(store.moderate(&settle, None).await.unwrap(), None, "it is settled once");
    let closed = store.reports(true, None, 10).await.unwrap();
    assert_eq!((ids(&closed), closed[0].closed, closed[0].upheld), (vec![1], Some(10), Some(true)));
    let anew = store.file_report(&about_message(5, "rude"), &complaint("mod", 20), LIMITS).await.unwrap();
    assert_eq!(anew, FilingOutcome::Opened(ReportId(5)));
    assert_eq!(store.sweep_reports(11).await.unwrap(), 1);
    assert_eq!(store.report(ReportId(1)).await.unwrap(), None);
    assert!(store.complaints(ReportId(1), 10).await.unwrap().is_empty());
    let export = store.export_player(player_id("ann")).await.unwrap().unwrap();
    assert_eq!(export.complaints, [complaint("ann", 8)]);
}

async fn a_flood_of_reports_is_bounded(site: Site) {
    let store = with_players(&site).await;
    let texts = ["a", "bb", "ccc", "dddd", "eeeee"];
    for (text, expected) in texts.iter().zip([true, true, true, false]) {
        let filed =
            store.file_report(&about_message(text.len() as u128, text), &complaint("ann", 5), LIMITS).await;
        assert_eq!(filed.unwrap() != FilingOutcome::PlayerLimit, expected, "{text}");
    }
    let later = ReportLimits { since: 5, ..LIMITS };
    let file = |id: u128, text: &'static str, who: &'static str| {
        let store = store.clone();
        async move { store.file_report(&about_message(id, text), &complaint(who, 9), later).await.unwrap() }
    };
    assert_eq!(file(4, "dddd", "ann").await, FilingOutcome::Opened(ReportId(4)), "another day");
    assert_eq!(file(5, "eeeee", "mod").await, FilingOutcome::SiteLimit);
    assert_eq!(file(6, "a", "mod").await, FilingOutcome::Joined(ReportId(1)));
    assert_eq!(file(7, "a", "bob").await, FilingOutcome::Joined(ReportId(1)));
    assert_eq!(store.complaints(ReportId(1), 10).await.unwrap().len(), 2, "more people are not noted");
}

async fn a_deleted_message_leaves_its_number(site: Site) {
    let store = with_players(&site).await;
    let seat = SeatRow { player: player_id("ann"), seat: 0 };
    let mut append = Append::new(1, vec![crate::help::event("event 1")], row("t"));
    append.seats = Some(vec![seat]);
    store.append(append).await.unwrap();
    assert!(store.plays_at(player_id("ann"), table_id("t")).await.unwrap());
    assert!(!store.plays_at(player_id("bob"), table_id("t")).await.unwrap());
    for request in ["1", "2", "3"] {
        store.say(&message("t", "bob", request)).await.unwrap();
    }
    let last = message("t", "bob", "3");
    let delete = NewAudit {
        table: Some(last.table),
        message: Some(last.id),
        ..entry(AuditAction::DeleteMessage, "bob", None)
    };
    assert!(!store.message(last.table, last.id).await.unwrap().unwrap().is_deleted());
    store.moderate(&delete, None).await.unwrap().unwrap();
    assert_eq!(store.moderate(&delete, None).await.unwrap(), None);
    assert!(store.message(last.table, last.id).await.unwrap().unwrap().is_deleted());
    // Sent again, it stays deleted; the next message has the next number.
    assert_eq!(store.say(&last).await.unwrap().m, 3);
    assert_eq!(store.say(&message("t", "bob", "4")).await.unwrap().m, 4);
    let texts: Vec<String> =
        store.chat(last.table, 0, 10).await.unwrap().into_iter().map(|row| row.message.text).collect();
    assert_eq!(texts, ["hello", "hello", "", "hello"]);
    let before: Vec<i64> =
        store.chat_before(last.table, 4, 2).await.unwrap().iter().map(|row| row.m).collect();
    assert_eq!(before, [2, 3]);
}
