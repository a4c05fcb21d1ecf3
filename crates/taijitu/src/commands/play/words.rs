//! The texts of the terminal in English and French, and the commands in both languages.

use crate::language::text;
use taijitu_rules::play::Match;
use taijitu_rules::{Actors, AnyPlay, Lang, Side, Text};

pub(super) const WELCOME: Text = text(
    "Type a turn, or `step` to build one. `help` lists the commands.",
    "Tapez un coup, ou `pas` pour le construire. `aide` liste les commandes.",
);
pub(super) const HINT: Text = text(
    "Type a turn, `step` to build one, `turns` to list all, `help` for more.",
    "Tapez un coup, `pas` pour le construire, `coups` pour la liste des coups, `aide` pour la suite.",
);
pub(super) const HINT_AT_THE_END: Text = text(
    "The game is over: `save FILE` to save it, `undo` to take back the last turn, `quit` to quit.",
    "La partie est terminée : `sauver FICHIER` pour l’enregistrer, `annuler` pour reprendre le dernier coup, `quitter`.",
);
pub(super) const HELP: Text = text(
    "  a turn        in notation; see docs/games/\n  \
     step          build a turn point by point (Yin Yang: in private)\n  \
     turns         every legal turn\n  \
     show          the board\n  \
     names         the board with the names of its empty points\n  \
     laws          your own laws (Yin Yang)\n  \
     undo          take the last turn back\n  \
     save FILE     save the game\n  \
     draw          offer a draw\n  \
     resign        resign the game\n  \
     quit          quit",
    "  un coup         en notation ; voir docs/games/\n  \
     pas             construire un coup point par point (Yin Yang : en secret)\n  \
     coups           tous les coups permis\n  \
     plateau         le plateau\n  \
     noms            le plateau avec les noms des points vides\n  \
     lois            vos propres lois (Yin Yang)\n  \
     annuler         reprendre le dernier coup\n  \
     sauver FICHIER  enregistrer la partie\n  \
     nulle           proposer la nulle\n  \
     abandon         abandonner\n  \
     quitter         quitter le programme",
);
pub(super) const BUILD: Text = text(
    "Choose; `back` goes one step back, `cancel` cancels the turn.",
    "Choisissez ; `retour` revient d’une étape, `stop` annule le coup.",
);
pub(super) const NEXT_ROUND: Text =
    text(". Press Enter for the next round", ". Appuyez sur Entrée pour la manche suivante");
pub(super) const TOO_MANY_TURNS: Text = text(
    "Too many turns to list; write one, or build it with `step`.",
    "Trop de coups pour en faire la liste ; écrivez-en un, ou construisez-le avec `pas`.",
);
pub(super) const NOTHING_TO_UNDO: Text = text("nothing to take back", "rien à reprendre");
pub(super) const SAVE_WHERE: Text =
    text("to which file? write `save FILE`", "dans quel fichier ? écrivez `sauver FICHIER`");
pub(super) const SAVED_WITHOUT_SECRETS: Text = text(
    "The game is not over: secret laws are left out. Save again at the end to replay it.",
    "La partie n’est pas finie : les lois secrètes ne sont pas écrites. Enregistrez-la de nouveau à la fin pour pouvoir la revoir.",
);
pub(super) const DRAW_DECLINED: Text = text("The game goes on.", "La partie continue.");
pub(super) const NO_LAWS: Text = text("only Yin Yang has laws", "seul Yin Yang a des lois");
pub(super) const FACE_UP: Text = text("face up", "visible");
pub(super) const SECRET: Text = text("secret", "secrète");
pub(super) const ENTER_WIPES: Text =
    text("Press Enter to clear the screen. ", "Appuyez sur Entrée pour effacer l’écran. ");
pub(super) const LAW_TEXT: Text =
    text("the text of a law, such as wb..>w... or bb.w>*", "le texte d’une loi, comme wb..>w... ou bb.w>*");
pub(super) const LAWS_HELP: Text = text(
    "A law: four cells (upper left, upper right, lower left, lower right; w, b,\n\
     or . for empty), >, then the same with one piece gone, or with two more, or *\n\
     for adaptation. Write all four on one line: wb..>w... b...>bwb. bb.w>* …",
    "Une loi : quatre cases (haut gauche, haut droite, bas gauche, bas droite ; w, b,\n\
     ou . pour vide), >, puis les mêmes avec une pièce de moins, ou deux de plus, ou *\n\
     pour l’adaptation. Les quatre sur une seule ligne : wb..>w... b...>bwb. bb.w>* …",
);

/// Commands that can be typed besides a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedCommand {
    Help,
    Show,
    Names,
    Turns,
    Step,
    Laws,
    Undo,
    Save(String),
    Resign,
    Draw,
    Quit,
}

impl TypedCommand {
    /// Parses a command in either language, whatever the language of the terminal.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let command = match word.to_lowercase().as_str() {
            "save" | "sauver" => return Some(Self::Save(rest.trim().into())),
            "help" | "aide" | "?" => Self::Help,
            "show" | "plateau" => Self::Show,
            "names" | "noms" => Self::Names,
            "turns" | "coups" => Self::Turns,
            "step" | "pas" => Self::Step,
            "laws" | "lois" => Self::Laws,
            "undo" | "annuler" => Self::Undo,
            "resign" | "abandon" => Self::Resign,
            "draw" | "nulle" => Self::Draw,
            "quit" | "quitter" | "exit" => Self::Quit,
            _ => return None,
        };
        // A word with arguments may be a turn (`laws …`), never a command by accident.
        rest.trim().is_empty().then_some(command)
    }
}

/// `quit` first leaves the half-built turn.
pub(super) fn is_cancel(answer: &str) -> bool {
    matches!(answer.to_lowercase().as_str(), "cancel" | "stop")
        || TypedCommand::read(answer) == Some(TypedCommand::Quit)
}

pub(super) fn is_back(answer: &str) -> bool {
    matches!(answer.to_lowercase().as_str(), "back" | "retour")
        || TypedCommand::read(answer) == Some(TypedCommand::Undo)
}

/// The laws of a line that may begin with the word, as a record writes it.
pub(super) fn strip_laws_keyword(line: &str) -> &str {
    match line.split_once(' ') {
        Some((word, laws)) if word.eq_ignore_ascii_case("laws") => laws.trim(),
        _ => line,
    }
}

/// An input, shortened for quoting.
pub(super) fn shortened(text: &str) -> String {
    const LONG: usize = 60;
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

pub(super) fn is_yes(answer: &str) -> bool {
    matches!(answer.to_lowercase().as_str(), "y" | "yes" | "o" | "oui")
}

/// A side with a capital letter: “White”, in French “Blancs”, to which a sentence adds the article.
pub(crate) fn side_name(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::White => text("White", "Blancs").in_lang(lang),
        Side::Black => text("Black", "Noirs").in_lang(lang),
    }
}

/// Whose turn it is and the prompt, or the result.
pub(crate) fn status(play: &dyn AnyPlay, lang: Lang) -> String {
    let Some(outcome) = play.outcome() else {
        return to_do(play, lang);
    };
    let winner = match (outcome.winner, lang) {
        (Some(winner), Lang::En) => format!("{} wins", side_name(winner, lang)),
        (Some(winner), Lang::Fr) => format!("Les {} gagnent", side_name(winner, lang)),
        (None, Lang::En) => "Draw".into(),
        (None, Lang::Fr) => "Partie nulle".into(),
    };
    let ended = format!("{winner} ({})", outcome.reason.text().in_lang(lang));
    match play.match_state() {
        Some(state) => format!("{ended}; {}", score(&state, lang)),
        None => ended,
    }
}

/// The points of a match, and who has won it.
fn score(state: &Match, lang: Lang) -> String {
    let [white, black] = state.points;
    let points = match lang {
        Lang::En => format!("match: White {white}, Black {black}"),
        Lang::Fr => format!("match : Blancs {white}, Noirs {black}"),
    };
    match (state.winner.map(|winner| side_name(winner, lang)), lang) {
        (Some(winner), Lang::En) => format!("{points}: {winner} wins it"),
        (Some(winner), Lang::Fr) => format!("{points} ; victoire des {winner}"),
        (None, _) => points,
    }
}

/// Which round of a match begins.
pub(super) fn round(state: &Match, lang: Lang) -> String {
    let word = text("Round", "Manche").in_lang(lang);
    format!("{word} {}; {}", state.round, score(state, lang))
}

/// The colon as each language sets it.
pub(super) const fn colon(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ":",
        Lang::Fr => " :",
    }
}

fn to_do(play: &dyn AnyPlay, lang: Lang) -> String {
    let prompt = play.prompt().in_lang(lang);
    let colon = colon(lang);
    match play.to_act() {
        Actors::Both => prompt.into(),
        Actors::One(seat) if play.options().get("players") == "4" => {
            format!("{} {}{colon} {prompt}", side_name(seat.side, lang), seat.number)
        }
        Actors::One(seat) => format!("{}{colon} {prompt}", side_name(seat.side, lang)),
    }
}

pub(super) fn last_turn(by: Side, turn: &str, lang: Lang) -> String {
    let side = side_name(by, lang);
    match (lang, turn) {
        (Lang::En, "swap") => format!("{side} swapped: the players exchange colours"),
        (Lang::Fr, "swap") => format!("Les {side} ont échangé : chacun prend la couleur de l’autre"),
        (Lang::En, _) => format!("{side} played {turn}"),
        (Lang::Fr, _) => format!("Les {side} ont joué {turn}"),
    }
}

pub(super) fn thinks(by: Side, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{} is thinking…", side_name(by, lang)),
        Lang::Fr => format!("Les {} réfléchissent…", side_name(by, lang)),
    }
}

pub(super) fn look_away_prompt(to: Side, lang: Lang) -> String {
    let (me, other) = (side_name(to, lang), side_name(to.other(), lang));
    match lang {
        Lang::En => format!("{other}, look away. {me}, press Enter when you are alone with the screen. "),
        Lang::Fr => format!(
            "{other}, ne regardez pas. {me}, appuyez sur Entrée quand vous êtes seul devant l’écran. "
        ),
    }
}

pub(super) fn write_laws(by: Side, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{}, your four laws> ", side_name(by, lang)),
        Lang::Fr => format!("{}, vos quatre lois> ", side_name(by, lang)),
    }
}

pub(super) fn draw_offer(to: Side, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{}, do you accept a draw (yes/no)? ", side_name(to, lang)),
        Lang::Fr => format!("{}, acceptez-vous la nulle (oui/non) ? ", side_name(to, lang)),
    }
}

pub(super) fn saved(file: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("Saved to {file}."),
        Lang::Fr => format!("Enregistré dans {file}."),
    }
}

pub(super) fn not_a_choice(answer: &str, lang: Lang) -> String {
    let answer = shortened(answer);
    match lang {
        Lang::En => {
            format!("`{answer}` is not one of the choices; `back` goes back, `cancel` cancels the turn")
        }
        Lang::Fr => format!(
            "« {answer} » ne fait pas partie des choix ; `retour` revient d’une étape, `stop` annule le coup"
        ),
    }
}

/// The width of a terminal.
const TERMINAL: usize = 80;

/// A list in as many columns as fit a terminal.
pub(super) fn columns(items: &[String]) -> String {
    let width = items.iter().map(String::len).max().unwrap_or(0) + 2;
    let rows = items.chunks((TERMINAL / width).max(1));
    let row = |row: &[String]| {
        row.iter().map(|item| format!("{item:<width$}")).collect::<String>().trim_end().to_string()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_both_languages_and_turns_are_not_commands() {
        assert_eq!(TypedCommand::read("UNDO"), Some(TypedCommand::Undo));
        assert_eq!(TypedCommand::read("sauver a b.txt"), Some(TypedCommand::Save("a b.txt".into())));
        assert_eq!(TypedCommand::read("laws bb..>b... b...>bwb. bb.w>* w...>...."), None);
        assert_eq!(TypedCommand::read("e5-e8"), None);
    }

    #[test]
    fn repetitions_are_short() {
        assert_eq!(shortened("e99"), "e99");
        assert_eq!(shortened(&"é".repeat(9999)).chars().count(), 61);
    }

    #[test]
    fn the_word_laws_may_be_left_out() {
        for line in ["laws bb..>*", "LAWS  bb..>*", "bb..>*"] {
            assert_eq!(strip_laws_keyword(line), "bb..>*");
        }
    }

    #[test]
    fn columns_fill_the_lines_of_a_terminal() {
        let items: Vec<String> = (0..50).map(|i| format!("a{i}")).collect();
        assert_eq!(columns(&items).lines().count(), 4);
    }
}
