//! Recovery codes, second factors, mail addresses and passwords that are set without the old one.

use crate::help::{Site, account, player_id, token_id};
use taijitu_store::{MailPurpose, MailTokenRow, ResetProof, SessionRow, Store, StoreError, TokenRow};
use tokio::task::JoinSet;

on_both!(
    a_recovery_code_is_used_once,
    new_recovery_codes_replace_the_old_ones,
    a_reset_ends_everything_that_is_signed_in,
    a_second_factor_is_confirmed_and_its_codes_used_once,
    an_address_is_confirmed_by_its_token,
    a_reset_link_is_used_once_and_expires,
    deleting_an_account_deletes_the_ways_back_into_it,
);

async fn site_with_ann(site: &Site) -> Store {
    let store = site.store().await;
    store.create_player(&account("1", Some("Ann"))).await.unwrap();
    store.create_player(&account("2", Some("Bob"))).await.unwrap();
    store
}

fn hashes(of: &str) -> Vec<String> {
    (0..3).map(|n| format!("{of}{n}")).collect()
}

/// One session and one program's token of a player.
async fn sign_in(store: &Store, player: &str) {
    let (hash, id, player) = (format!("s{player}"), token_id(player), player_id(player));
    store.create_session(&SessionRow { hash, player, created: 1, seen: 1, expires: 99 }).await.unwrap();
    let hash = format!("k{player}");
    let token = TokenRow { hash, id, player, label: "bot".into(), created: 1, seen: 1 };
    assert!(store.create_token(&token, 20).await.unwrap());
}

async fn signed_in(store: &Store, player: &str) -> (usize, usize) {
    let player = player_id(player);
    (store.sessions(player).await.unwrap().len(), store.tokens(player).await.unwrap().len())
}

fn mail(hash: &str, player: &str, address: &str, expires: i64) -> MailTokenRow {
    MailTokenRow { hash: hash.into(), player: player_id(player), address: address.into(), expires }
}

async fn a_recovery_code_is_used_once(site: Site) {
    let store = site_with_ann(&site).await;
    let other = site.store().await;
    let ann = player_id("1");
    store.set_recovery_codes(ann, &hashes("a"), 5).await.unwrap();
    assert_eq!(store.recovery_codes(ann).await.unwrap(), 3);
    assert!(store.has_recovery_code(ann, "a0").await.unwrap());
    assert!(!store.use_recovery_code(player_id("2"), "a0").await.unwrap(), "it is nobody else's");
    let mut tasks = JoinSet::new();
    for k in 0..6 {
        let store = if k % 2 == 0 { store.clone() } else { other.clone() };
        tasks.spawn(async move { store.use_recovery_code(ann, "a0").await.unwrap() });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|used| *used).count(), 1);
    assert_eq!(store.recovery_codes(ann).await.unwrap(), 2);
    assert!(!store.has_recovery_code(ann, "a0").await.unwrap());
}

async fn new_recovery_codes_replace_the_old_ones(site: Site) {
    let store = site_with_ann(&site).await;
    let ann = player_id("1");
    store.set_recovery_codes(ann, &hashes("a"), 5).await.unwrap();
    store.set_recovery_codes(player_id("2"), &hashes("b"), 5).await.unwrap();
    store.set_recovery_codes(ann, &hashes("c"), 6).await.unwrap();
    assert!(!store.has_recovery_code(ann, "a1").await.unwrap());
    assert!(store.has_recovery_code(ann, "c1").await.unwrap());
    assert_eq!(store.recovery_codes(player_id("2")).await.unwrap(), 3);
}

async fn a_reset_ends_everything_that_is_signed_in(site: Site) {
    let store = site_with_ann(&site).await;
    let ann = player_id("1");
    store.set_recovery_codes(ann, &hashes("a"), 5).await.unwrap();
    for player in ["1", "2"] {
        sign_in(&store, player).await;
    }
    assert!(!store.reset_password(ann, "new", ResetProof::RecoveryCode("wrong")).await.unwrap());
    assert_eq!(signed_in(&store, "1").await, (1, 1), "nothing is done without the proof");
    assert!(store.reset_password(ann, "new", ResetProof::RecoveryCode("a0")).await.unwrap());
    assert_eq!(store.player(ann).await.unwrap().unwrap().password.as_deref(), Some("new"));
    assert_eq!(signed_in(&store, "1").await, (0, 0));
    assert_eq!(signed_in(&store, "2").await, (1, 1));
    assert!(!store.reset_password(ann, "newer", ResetProof::RecoveryCode("a0")).await.unwrap());
    sign_in(&store, "1").await;
    assert!(store.reset_password(ann, "newest", ResetProof::Host).await.unwrap());
    assert_eq!(signed_in(&store, "1").await, (0, 0));
    store.create_player(&account("3", None)).await.unwrap();
    let guest = store.reset_password(player_id("3"), "new", ResetProof::Host).await;
    assert!(matches!(guest, Err(StoreError::NoPlayer(_))), "{guest:?}");
}

async fn a_second_factor_is_confirmed_and_its_codes_used_once(site: Site) {
    let store = site_with_ann(&site).await;
    let ann = player_id("1");
    assert_eq!(store.second_factor(ann).await.unwrap(), None);
    assert!(store.begin_second_factor(ann, "first").await.unwrap());
    assert!(store.begin_second_factor(ann, "second").await.unwrap(), "an unconfirmed one is replaced");
    assert!(!store.use_second_factor(ann, 7).await.unwrap(), "not before it is confirmed");
    assert!(store.confirm_second_factor(ann, 7, 100).await.unwrap());
    assert!(!store.confirm_second_factor(ann, 8, 101).await.unwrap());
    let row = store.second_factor(ann).await.unwrap().unwrap();
    assert_eq!((row.secret.as_str(), row.confirmed, row.last_step), ("second", 100, 7));
    assert!(!format!("{row:?}").contains("second\""), "the secret is not printed");
    assert!(!store.begin_second_factor(ann, "third").await.unwrap(), "a confirmed one stays");
    assert!(!store.use_second_factor(ann, 7).await.unwrap(), "the code that confirmed it is used");
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let store = store.clone();
        tasks.spawn(async move { store.use_second_factor(ann, 8).await.unwrap() });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|used| *used).count(), 1);
    assert!(!store.use_second_factor(ann, 6).await.unwrap(), "nor an earlier one");
    assert!(store.delete_second_factor(ann).await.unwrap());
    assert!(!store.delete_second_factor(ann).await.unwrap());
}

async fn an_address_is_confirmed_by_its_token(site: Site) {
    let store = site_with_ann(&site).await;
    let ann = player_id("1");
    let purpose = MailPurpose::Confirm;
    store.create_mail_token(purpose, &mail("t1", "1", "ann@example.org", 10)).await.unwrap();
    store.create_mail_token(purpose, &mail("t2", "1", "ann@example.net", 20)).await.unwrap();
    assert_eq!(store.confirm_mail_address("t1", 5).await.unwrap(), None, "a later mail replaces it");
    assert_eq!(store.confirm_mail_address("t2", 20).await.unwrap(), None, "it has expired");
    assert_eq!(store.mail_address(ann).await.unwrap(), None);
    let waiting = store.mail_token_of(purpose, ann, 5).await.unwrap().unwrap();
    assert_eq!(waiting.address, "ann@example.net");
    assert!(store.confirm_mail_address("t2", 5).await.unwrap().is_some());
    assert_eq!(store.confirm_mail_address("t2", 5).await.unwrap(), None, "it is used");
    assert_eq!(store.mail_address(ann).await.unwrap().unwrap().address, "ann@example.net");
    let found = store.players_by_mail("ann@example.net", 5).await.unwrap();
    assert_eq!(found.iter().map(|row| row.id).collect::<Vec<_>>(), [ann]);
    assert!(store.players_by_mail("ann@example.org", 5).await.unwrap().is_empty());
    store.delete_mail_address(ann).await.unwrap();
    assert!(store.players_by_mail("ann@example.net", 5).await.unwrap().is_empty());
}

async fn a_reset_link_is_used_once_and_expires(site: Site) {
    let store = site_with_ann(&site).await;
    let ann = player_id("1");
    store.create_mail_token(MailPurpose::Reset, &mail("t", "1", "ann@example.org", 10)).await.unwrap();
    assert_eq!(store.mail_token(MailPurpose::Confirm, "t", 5).await.unwrap(), None, "not for anything else");
    assert!(store.mail_token(MailPurpose::Reset, "t", 5).await.unwrap().is_some());
    assert!(!store.reset_password(ann, "new", ResetProof::MailToken("t", 10)).await.unwrap());
    assert!(!store.reset_password(player_id("2"), "new", ResetProof::MailToken("t", 5)).await.unwrap());
    assert!(store.reset_password(ann, "new", ResetProof::MailToken("t", 5)).await.unwrap());
    assert!(!store.reset_password(ann, "newer", ResetProof::MailToken("t", 5)).await.unwrap());
    store.create_mail_token(MailPurpose::Reset, &mail("u", "1", "ann@example.org", 10)).await.unwrap();
    assert_eq!(store.sweep_mail_tokens(9).await.unwrap(), 0);
    assert_eq!(store.sweep_mail_tokens(10).await.unwrap(), 1);
}

async fn deleting_an_account_deletes_the_ways_back_into_it(site: Site) {
    let store = site_with_ann(&site).await;
    let ann = player_id("1");
    store.set_recovery_codes(ann, &hashes("a"), 5).await.unwrap();
    assert!(store.begin_second_factor(ann, "secret").await.unwrap());
    store.create_mail_token(MailPurpose::Confirm, &mail("t", "1", "ann@example.org", 10)).await.unwrap();
    store.confirm_mail_address("t", 5).await.unwrap().unwrap();
    store.create_mail_token(MailPurpose::Confirm, &mail("v", "1", "ann@example.net", 10)).await.unwrap();
    let export = store.export_player(ann).await.unwrap().unwrap();
    assert_eq!(export.recovery_codes, 3);
    assert!(export.second_factor.is_some());
    assert_eq!(export.mail.map(|mail| mail.address).as_deref(), Some("ann@example.org"));
    assert_eq!(export.unconfirmed_mail.map(|mail| mail.address).as_deref(), Some("ann@example.net"));
    store.delete_player(ann, taijitu_store::Deletion::default()).await.unwrap();
    assert_eq!(store.recovery_codes(ann).await.unwrap(), 0);
    assert_eq!(store.second_factor(ann).await.unwrap(), None);
    assert_eq!(store.mail_address(ann).await.unwrap(), None);
    assert_eq!(store.mail_token(MailPurpose::Confirm, "v", 5).await.unwrap(), None);
}
