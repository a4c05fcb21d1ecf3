//! Chat commands: `/join`, `/start`, `/option` … They do what the buttons of the page do.

use crate::setup;
use taijitu_protocol::{Claim, Code, Command, Problem, Room, Seat, SeatChoice, Setup};
use taijitu_rules::{Lang, Text};

/// A parsed line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatInput {
    /// A message.
    Words,
    /// Something to do.
    Command(Command),
    /// `/who`: asks who is connected.
    WhoIsHere,
    /// `/help`, in this language.
    Help(Lang),
    /// `/option` without arguments: asks for the options.
    OptionHelp(Lang),
}

/// A command: its words, first the one that programs use; its usage and its meaning in both languages.
struct ChatCommand {
    en: &'static [&'static str],
    fr: &'static [&'static str],
    usage: Text,
    about: Text,
}

const fn entry(
    en: &'static [&'static str],
    fr: &'static [&'static str],
    (usage_en, usage_fr): (&'static str, &'static str),
    (about_en, about_fr): (&'static str, &'static str),
) -> ChatCommand {
    let (usage, about) = (Text { en: usage_en, fr: usage_fr }, Text { en: about_en, fr: about_fr });
    ChatCommand { en, fr, usage, about }
}

/// Every command. French words are compared without their accents.
const COMMANDS: [ChatCommand; 23] = [
    entry(
        &["join"],
        &["rejoindre", "joindre", "jouer"],
        ("/join [SEAT]", "/rejoindre [PLACE]"),
        ("take a seat", "prendre une place"),
    ),
    entry(
        &["leave"],
        &["quitter", "partir"],
        ("/leave", "/quitter"),
        (
            "leave your seat; during a game you count as absent",
            "quitter votre place ; en pleine partie, vous comptez comme absent",
        ),
    ),
    entry(
        &["start"],
        &["commencer", "demarrer"],
        ("/start", "/commencer"),
        ("start the game", "commencer la partie"),
    ),
    entry(
        &["option"],
        &["option"],
        ("/option NAME VALUE", "/option NOM VALEUR"),
        ("change an option", "changer une option"),
    ),
    entry(
        &["option"],
        &["option"],
        ("/option help", "/option aide"),
        ("list the options", "la liste des options"),
    ),
    entry(
        &["engine", "computer"],
        &["ordinateur", "moteur"],
        ("/engine SEAT LEVEL", "/ordinateur PLACE NIVEAU"),
        ("put the computer, level 1 to 8, on a seat", "mettre l’ordinateur, de niveau 1 à 8, à une place"),
    ),
    entry(&["free"], &["liberer"], ("/free SEAT", "/libérer PLACE"), ("free a seat", "libérer une place")),
    entry(
        &["move"],
        &["echanger", "deplacer"],
        ("/move SEAT SEAT", "/échanger PLACE PLACE"),
        ("swap two seats", "échanger deux places"),
    ),
    entry(
        &["resign"],
        &["abandonner", "abandon"],
        ("/resign", "/abandonner"),
        ("resign the game", "abandonner la partie"),
    ),
    entry(&["draw"], &["nulle", "nul"], ("/draw", "/nulle"), ("offer a draw", "proposer la nulle")),
    entry(
        &["accept"],
        &["accepter"],
        ("/accept", "/accepter"),
        ("accept the offer", "accepter la proposition"),
    ),
    entry(
        &["refuse", "decline"],
        &["refuser"],
        ("/refuse", "/refuser"),
        ("refuse it, or withdraw your own", "la refuser, ou retirer la vôtre"),
    ),
    entry(
        &["takeback"],
        &["annuler"],
        ("/takeback", "/annuler"),
        ("ask to take back your move", "demander à reprendre votre coup"),
    ),
    entry(&["pause"], &["pause"], ("/pause", "/pause"), ("offer a pause", "proposer une pause")),
    entry(
        &["resume"],
        &["reprendre", "continuer"],
        ("/resume", "/reprendre"),
        ("offer to resume", "proposer de reprendre"),
    ),
    entry(
        &["abort"],
        &["interrompre"],
        ("/abort", "/interrompre"),
        ("abort a game that has just begun", "annuler une partie à peine commencée"),
    ),
    entry(
        &["claim"],
        &["reclamer"],
        ("/claim win|draw", "/réclamer victoire|nulle"),
        ("claim the game of an absent opponent", "réclamer la partie d’un absent"),
    ),
    entry(
        &["rematch"],
        &["revanche"],
        ("/rematch", "/revanche"),
        ("another game, with colours swapped", "une autre partie, couleurs échangées"),
    ),
    entry(
        &["time"],
        &["temps"],
        ("/time SEAT SECONDS", "/temps PLACE SECONDES"),
        ("give an opponent time", "donner du temps à un adversaire"),
    ),
    entry(
        &["silence"],
        &["silence"],
        ("/silence players|spectators on|off", "/silence joueurs|spectateurs oui|non"),
        ("hide their messages from you", "ne plus voir leurs messages"),
    ),
    entry(&["close"], &["fermer"], ("/close", "/fermer"), ("close the table", "fermer la table")),
    entry(&["who"], &["qui"], ("/who", "/qui"), ("who is here", "qui est là")),
    entry(&["help"], &["aide"], ("/help", "/aide"), ("this list", "cette liste")),
];

/// French words for options and arguments, without accents.
const ARGUMENTS: [(&str, &str); 34] = [
    ("noir", "black"),
    ("noirs", "black"),
    ("noire", "black"),
    ("blanc", "white"),
    ("blancs", "white"),
    ("blanche", "white"),
    ("victoire", "win"),
    ("gain", "win"),
    ("nulle", "draw"),
    ("joueurs", "players"),
    ("spectateurs", "spectators"),
    ("oui", "on"),
    ("non", "off"),
    ("yes", "on"),
    ("no", "off"),
    ("aide", "help"),
    ("temps", "time"),
    ("jours", "days"),
    ("journal", "log"),
    ("publique", "public"),
    ("couleurs", "colours"),
    ("colors", "colours"),
    ("jeu", "game"),
    ("plateau", "board"),
    ("variante", "variant"),
    ("annonce", "announce"),
    ("premier", "first"),
    ("aucun", "none"),
    ("sans", "none"),
    ("lien", "link"),
    ("hasard", "random"),
    ("choisies", "chosen"),
    ("hote", "host"),
    ("manuel", "manual"),
];

/// A word in lower case, without French accents.
fn folded(word: &str) -> String {
    let plain = |c: char| match c {
        'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        c => c,
    };
    word.to_lowercase().chars().map(plain).collect()
}

/// The word that programs use for an argument.
fn argument(word: &str) -> String {
    let meant = |word: &str| ARGUMENTS.iter().find(|(fr, _)| *fr == word).map(|(_, en)| (*en).to_owned());
    let plain = folded(word);
    // `noir-2` is a seat of four.
    match plain.split_once('-') {
        Some((colour, place)) => meant(colour).map(|colour| format!("{colour}-{place}")),
        None => meant(&plain),
    }
    .unwrap_or_else(|| word.to_owned())
}

/// The list of commands.
#[must_use]
pub fn help(lang: Lang) -> String {
    let line = |entry: &ChatCommand| format!("{} — {}", entry.usage.in_lang(lang), entry.about.in_lang(lang));
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The list of options.
#[must_use]
pub fn option_help(setup: &Setup, lang: Lang) -> String {
    let text = setup::help(setup, lang);
    if lang == Lang::Fr { taijitu_protocol::french_spaces(&text) } else { text }
}

/// The command of a word, and its language if the word differs between the two.
fn command_word(word: &str) -> Option<(&'static str, Option<Lang>)> {
    COMMANDS.iter().find_map(|entry| match (entry.en.contains(&word), entry.fr.contains(&word)) {
        (true, true) => Some((entry.en[0], None)),
        (true, false) => Some((entry.en[0], Some(Lang::En))),
        (false, true) => Some((entry.en[0], Some(Lang::Fr))),
        (false, false) => None,
    })
}

/// Parses a line of chat, in English or in French.
/// `seat_of` finds the seat of a player by name, for `/time NAME SECONDS`.
/// `lang` is the language answers are given in, if it is known; French words are answered in French anyway.
///
/// # Errors
/// `no_such_command` if the line begins with `/` and is not a command, or if its arguments are wrong; the
/// message says what would be right.
pub fn parse_chat(
    text: &str,
    lang: Option<Lang>,
    seat_of: impl Fn(&str) -> Option<Seat>,
) -> Result<ChatInput, Problem> {
    let Some(line) = text.trim().strip_prefix('/') else {
        return Ok(ChatInput::Words);
    };
    let mut parts = line.split_whitespace();
    let typed = parts.next().unwrap_or_default().to_lowercase();
    let rest: Vec<&str> = parts.collect();
    let plain: Vec<String> = rest.iter().map(|word| argument(word)).collect();
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    let (word, said_in) = command_word(&folded(&typed)).ok_or_else(|| unknown(&typed))?;
    let is_french = said_in == Some(Lang::Fr) || rest.iter().any(|word| folded(word) == "aide");
    let lang = if is_french { Lang::Fr } else { lang.unwrap_or(Lang::En) };
    let seat = |text: &str| {
        let named = seat_of(text).map(|seat| SeatChoice::Number(seat.number()));
        named.unwrap_or_else(|| SeatChoice::Name(argument(text)))
    };
    let command = match (word, plain.as_slice()) {
        ("who", []) => return Ok(ChatInput::WhoIsHere),
        ("help", []) => return Ok(ChatInput::Help(lang)),
        ("option", [] | ["help"]) => return Ok(ChatInput::OptionHelp(lang)),
        ("option", [name, value @ ..]) if !value.is_empty() => {
            Command::Option { name: folded(name), value: value.join(" ") }
        }
        ("join", []) => Command::Join { seat: None },
        ("join", [_]) => Command::Join { seat: Some(seat(rest[0])) },
        ("leave", []) => Command::Leave,
        ("start", []) => Command::Start,
        ("engine", [_, level]) => {
            Command::Engine { seat: seat(rest[0]), level: level.parse().map_err(|_| usage("engine"))? }
        }
        ("free", [_]) => Command::Free { seat: seat(rest[0]) },
        ("move", [_, _]) => Command::Move { from: seat(rest[0]), to: seat(rest[1]) },
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
            seat: seat(&rest[..rest.len() - 1].join(" ")),
            seconds: seconds.parse().map_err(|_| usage("time"))?,
        },
        ("silence", [room, off]) => silence(room, off)?,
        (word, _) => return Err(usage(word)),
    };
    Ok(ChatInput::Command(command))
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

/// The usage of a command.
fn usage(word: &str) -> Problem {
    let ways = |lang: Lang, or: &str| {
        let ways = COMMANDS.iter().filter(|entry| entry.en[0] == word);
        ways.map(|entry| entry.usage.in_lang(lang)).collect::<Vec<_>>().join(or)
    };
    Problem::new(
        Code::NoSuchCommand,
        format!("write it as {}", ways(Lang::En, " or ")),
        format!("écrivez {}", ways(Lang::Fr, " ou ")),
    )
}

/// The refusal of an unknown command.
fn unknown(word: &str) -> Problem {
    Problem::new(
        Code::NoSuchCommand,
        format!("unknown command /{word}; /help lists the commands"),
        format!("commande /{word} inconnue ; /aide donne la liste"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<ChatInput, Problem> {
        parse_chat(text, None, |name| (name == "Ada L").then_some(Seat::new(1)))
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
            assert!(matches!(parsed(text), Ok(ChatInput::Command(_))), "{text}");
        }
        assert_eq!(parsed("/who"), Ok(ChatInput::WhoIsHere));
        assert_eq!(parsed("/option help"), Ok(ChatInput::OptionHelp(Lang::En)));
        assert_eq!(parsed("hello /join"), Ok(ChatInput::Words));
        let seat = SeatChoice::Number(2);
        assert_eq!(parsed("/time Ada L 30"), Ok(ChatInput::Command(Command::Time { seat, seconds: 30 })));
    }

    #[test]
    fn a_typo_is_told_what_would_be_right() {
        let message = |text: &str| parsed(text).unwrap_err().message.en;
        assert_eq!(message("/jion"), "unknown command /jion; /help lists the commands");
        assert_eq!(message("/time 30"), "write it as /time SEAT SECONDS");
        assert_eq!(message("/claim everything"), "write it as /claim win|draw");
        assert_eq!(message("/"), "unknown command /; /help lists the commands");
    }
    #[test]
    fn french_and_english_mean_the_same() {
        for (fr, en) in [
            ("/rejoindre", "/join"),
            ("/join noir", "/join black"),
            ("/Rejoindre Blanc", "/join white"),
            ("/rejoindre noir-2", "/join black-2"),
            ("/rejoindre 2", "/join 2"),
            ("/quitter", "/leave"),
            ("/commencer", "/start"),
            ("/démarrer", "/start"),
            ("/demarrer", "/start"),
            ("/option temps 300", "/option time 300"),
            ("/option incrément 5", "/option increment 5"),
            ("/option journal non", "/option log off"),
            ("/option couleurs hasard", "/option colours random"),
            ("/ordinateur noir 5", "/engine black 5"),
            ("/moteur 2 5", "/engine 2 5"),
            ("/libérer blanc", "/free white"),
            ("/échanger 1 2", "/move 1 2"),
            ("/abandonner", "/resign"),
            ("/nulle", "/draw"),
            ("/accepter", "/accept"),
            ("/refuser", "/refuse"),
            ("/annuler", "/takeback"),
            ("/reprendre", "/resume"),
            ("/interrompre", "/abort"),
            ("/réclamer victoire", "/claim win"),
            ("/reclamer nulle", "/claim draw"),
            ("/revanche", "/rematch"),
            ("/temps noir 30", "/time black 30"),
            ("/temps Ada L 30", "/time Ada L 30"),
            ("/silence spectateurs oui", "/silence spectators on"),
            ("/fermer", "/close"),
            ("/qui", "/who"),
        ] {
            assert_eq!(parsed(fr), parsed(en), "{fr}");
            assert!(parsed(fr).is_ok(), "{fr}");
        }
    }

    #[test]
    fn help_is_in_one_language() {
        assert_eq!(parsed("/help"), Ok(ChatInput::Help(Lang::En)));
        assert_eq!(parsed("/aide"), Ok(ChatInput::Help(Lang::Fr)));
        assert_eq!(parsed("/option aide"), Ok(ChatInput::OptionHelp(Lang::Fr)));
        assert_eq!(parse_chat("/help", Some(Lang::Fr), |_| None), Ok(ChatInput::Help(Lang::Fr)));
        assert!(help(Lang::En).contains("/join [SEAT] — take a seat"));
        assert!(help(Lang::Fr).contains("/rejoindre [PLACE] — prendre une place"));
        assert!(!help(Lang::Fr).contains("take") && !help(Lang::En).contains("prendre"));
    }

    /// Every command can be typed as the help shows it.
    #[test]
    fn every_word_of_the_help_is_known() {
        for lang in [Lang::En, Lang::Fr] {
            for line in help(lang).lines() {
                let word = line.split(['/', ' ']).nth(1).unwrap();
                assert!(command_word(&folded(word)).is_some(), "{line}");
            }
        }
        for entry in &COMMANDS {
            for word in entry.en.iter().chain(entry.fr) {
                assert_eq!(
                    command_word(word).map(|(word, _)| word),
                    Some(entry.en[0]),
                    "{word} means one thing"
                );
                assert_eq!(folded(word), *word);
            }
        }
    }
}
