//! Standings as CSV, text and JSON.

use crate::club::*;
use taijitu_protocol::{GameResult, TournamentKind};
use taijitu_tournament::{Entrant, ExportLanguage};

fn name(entrant: &Entrant) -> String {
    ["Ada", "Bob, the \"second\"", "=Cem", "Dia"][entrant.id.index()].into()
}

fn swiss() -> Club {
    let mut club = Club::started(TournamentKind::Swiss { rounds: 2 }, 4);
    let favourite = favourite(&club.tournament);
    for _ in 0..2 {
        club.play_round(&favourite);
    }
    club
}

#[test]
fn csv_has_a_line_for_each_entrant() {
    let csv = swiss().tournament.to_csv(&name);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].ends_with("performance,1,2"));
    assert!(lines[1].starts_with("1,Ada,2499,2,"), "{csv}");
    assert!(csv.contains("\"Bob, the \"\"second\"\"\"") && csv.contains(",'=Cem,"), "{csv}");
    let cells: Vec<&str> = lines[1].rsplit(',').take(2).collect();
    assert!(cells.iter().all(|cell| cell.starts_with("1w") || cell.starts_with("1b")), "{cells:?}");
}

#[test]
fn text_is_aligned() {
    let club = swiss();
    for (language, word) in [(ExportLanguage::English, "Wins"), (ExportLanguage::French, "Victoires")] {
        let text = club.tournament.to_text(&name, language);
        assert!(text.starts_with("An evening\n\n") && text.contains(word), "{text}");
        let lines: Vec<&str> = text.lines().skip(3).collect();
        let ends: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
        assert_eq!(
            (lines.len(), ends.iter().collect::<std::collections::BTreeSet<_>>().len()),
            (4, 1),
            "{text}"
        );
    }
}

#[test]
fn json_has_everything() {
    let club = swiss();
    let json: serde_json::Value = serde_json::from_str(&club.tournament.to_json(&name)).expect("JSON");
    assert_eq!(json["settings"]["kind"]["kind"], "swiss");
    assert_eq!(json["standings"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["standings"][0]["name"], "Ada");
    assert_eq!(json["pairings"].as_array().map(Vec::len), Some(4));
    assert!(json["pairings"][0]["results"][0].is_string());
}

#[test]
fn every_kind_can_be_exported_at_any_time() {
    for kind in [
        TournamentKind::Arena { minutes: 5, streaks: false },
        TournamentKind::Knockout { third_place: true },
        TournamentKind::RoundRobin { twice: false, at_once: false },
    ] {
        let mut club = Club::started(kind, 4);
        for _ in 0..3 {
            let t = &club.tournament;
            assert_eq!(t.to_csv(&name).lines().count(), 5);
            assert!(!t.to_text(&name, ExportLanguage::French).is_empty() && !t.to_json(&name).is_empty());
            club.wait(3_000);
            club.play_round(|_| GameResult::White);
        }
    }
}
