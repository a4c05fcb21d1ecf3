//! The commands of the chat: `/join`, `/start`, `/option` … They are a second door to what buttons do.

use crate::setup;
use taijitu_protocol::{Claim, Code, Command, Problem, Room, Seat, SeatChoice, Setup};
use taijitu_rules::Lang;

/// What somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// Plain words.
    Words,
    /// Something to do.
    Command(Command),
    /// Who is here?
    Who,
    /// What can I say?
    Help,
    /// Which options are there?
    OptionHelp,
}

/// Every command: what to type, and what it does.
const COMMANDS: [(&str, &str, &str); 22] = [
    ("/join [seat]", "take a seat", "prendre un siège"),
    (
        "/leave",
        "stand up; in a running game you count as absent",
        "se lever ; en pleine partie vous êtes absent",
    ),
    ("/start", "start the game", "commencer la partie"),
    ("/option NAME VALUE", "change an option", "changer une option"),
    ("/option help", "the options there are", "les options possibles"),
    ("/engine SEAT LEVEL", "put an engine of level 1 to 8 on a seat", "asseoir un moteur de niveau 1 à 8"),
    ("/free SEAT", "free a seat", "libérer un siège"),
    ("/move SEAT SEAT", "exchange two seats", "échanger deux sièges"),
    ("/resign", "give up", "abandonner"),
    ("/draw", "offer a draw", "proposer la nulle"),
    ("/accept", "accept the offer", "accepter la proposition"),
    ("/refuse", "refuse it, or withdraw your own", "la refuser, ou retirer la vôtre"),
    ("/takeback", "ask to take back your turn", "demander à reprendre votre coup"),
    ("/pause, /resume", "ask to stop the clocks, or to go on", "proposer une pause, ou de reprendre"),
    ("/abort", "break off a game that has hardly begun", "interrompre une partie à peine commencée"),
    ("/claim win|draw", "claim the game of an absent opponent", "réclamer la partie d'un absent"),
    ("/rematch", "another game, seats swapped", "une autre partie, sièges échangés"),
    ("/time SEAT SECONDS", "give an opponent time", "donner du temps à un adversaire"),
    (
        "/silence players|spectators on|off",
        "hide what they say from yourself",
        "ne plus voir ce qu'ils écrivent",
    ),
    ("/close", "close the table", "fermer la table"),
    ("/who", "who is here", "qui est là"),
    ("/help", "this list", "cette liste"),
];

/// The list of commands.
#[must_use]
pub fn help(lang: Lang) -> String {
    let line = |(command, en, fr): &(&str, &str, &str)| {
        format!("{command} — {}", if lang == Lang::En { en } else { fr })
    };
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The list of options.
#[must_use]
pub fn option_help(setup: &Setup, lang: Lang) -> String {
    setup::help(setup, lang)
}

/// Reads what somebody typed. `seat_of` finds the seat of a player by name, for `/time NAME SECONDS`.
///
/// # Errors
/// If it begins with `/` and is no command; the words say what would be.
pub fn speak(text: &str, seat_of: impl Fn(&str) -> Option<Seat>) -> Result<Spoken, Problem> {
    let Some(line) = text.trim().strip_prefix('/') else {
        return Ok(Spoken::Words);
    };
    let mut parts = line.split_whitespace();
    let word = parts.next().unwrap_or_default().to_lowercase();
    let rest: Vec<&str> = parts.collect();
    let seat = |text: &str| {
        seat_of(text).map_or_else(|| SeatChoice::Name(text.into()), |seat| SeatChoice::Number(seat.number()))
    };
    let command = match (word.as_str(), rest.as_slice()) {
        ("who", []) => return Ok(Spoken::Who),
        ("help", []) => return Ok(Spoken::Help),
        ("option", [] | ["help"]) => return Ok(Spoken::OptionHelp),
        ("option", [name, value @ ..]) if !value.is_empty() => {
            Command::Option { name: (*name).into(), value: value.join(" ") }
        }
        ("join", []) => Command::Join { seat: None },
        ("join", [at]) => Command::Join { seat: Some(seat(at)) },
        ("leave", []) => Command::Leave,
        ("start", []) => Command::Start,
        ("engine", [at, level]) => {
            Command::Engine { seat: seat(at), level: level.parse().map_err(|_| usage("engine"))? }
        }
        ("free", [at]) => Command::Free { seat: seat(at) },
        ("move", [from, to]) => Command::Move { from: seat(from), to: seat(to) },
        ("resign", []) => Command::Resign,
        ("draw", []) => Command::Draw,
        ("accept", []) => Command::Accept { offer: None },
        ("refuse", []) => Command::Refuse { offer: None },
        ("takeback", []) => Command::Takeback,
        ("pause", []) => Command::Pause,
        ("resume", []) => Command::Resume,
        ("abort", []) => Command::Abort,
        ("rematch", []) => Command::Rematch,
        ("close", []) => Command::Close,
        ("claim", ["win"]) => Command::Claim { what: Claim::Win },
        ("claim", ["draw"]) => Command::Claim { what: Claim::Draw },
        // A name may have spaces; the seconds come last.
        ("time", [name @ .., seconds]) if !name.is_empty() => Command::Time {
            seat: seat(&name.join(" ")),
            seconds: seconds.parse().map_err(|_| usage("time"))?,
        },
        ("silence", [room, off]) => silence(room, off)?,
        (word, _) => return Err(usage(word)),
    };
    Ok(Spoken::Command(command))
}

fn silence(room: &str, off: &str) -> Result<Command, Problem> {
    let room = match room {
        "players" => Room::Players,
        "spectators" => Room::Spectators,
        _ => return Err(usage("silence")),
    };
    match off {
        "on" => Ok(Command::Silence { room, off: true }),
        "off" => Ok(Command::Silence { room, off: false }),
        _ => Err(usage("silence")),
    }
}

/// How the command is written, or which commands there are.
fn usage(word: &str) -> Problem {
    let named = |(command, ..): &&(&str, &str, &str)| {
        command.split(['/', ',', ' ']).any(|part| part == word) && !word.is_empty()
    };
    let ways: Vec<&str> = COMMANDS.iter().filter(named).map(|(command, ..)| *command).collect();
    if ways.is_empty() {
        Problem::new(
            Code::NoSuchCommand,
            format!("no command /{word}; /help lists them"),
            format!("pas de commande /{word} ; /help en donne la liste"),
        )
    } else {
        let ways = ways.join(" or ");
        Problem::new(Code::NoSuchCommand, format!("write it as {ways}"), format!("écrivez {ways}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Result<Spoken, Problem> {
        speak(text, |name| (name == "Ada L").then_some(Seat::new(1)))
    }

    #[test]
    fn every_command_of_the_help_can_be_typed() {
        for text in [
            "/join",
            "/join white",
            "/join 2",
            "/leave",
            "/start",
            "/option time 300",
            "/engine 2 5",
            "/free 2",
            "/move 1 2",
            "/resign",
            "/draw",
            "/accept",
            "/refuse",
            "/takeback",
            "/pause",
            "/resume",
            "/abort",
            "/claim win",
            "/claim draw",
            "/rematch",
            "/time black 30",
            "/silence spectators on",
            "/close",
        ] {
            assert!(matches!(said(text), Ok(Spoken::Command(_))), "{text}");
        }
        assert_eq!(said("/who"), Ok(Spoken::Who));
        assert_eq!(said("/option help"), Ok(Spoken::OptionHelp));
        assert_eq!(said("hello /join"), Ok(Spoken::Words));
        let seat = SeatChoice::Number(2);
        assert_eq!(said("/time Ada L 30"), Ok(Spoken::Command(Command::Time { seat, seconds: 30 })));
    }

    #[test]
    fn a_typo_is_told_what_would_be_right() {
        let message = |text: &str| said(text).unwrap_err().message.en;
        assert_eq!(message("/jion"), "no command /jion; /help lists them");
        assert_eq!(message("/time 30"), "write it as /time SEAT SECONDS");
        assert_eq!(message("/claim everything"), "write it as /claim win|draw");
        assert_eq!(message("/"), "no command /; /help lists them");
    }
}
