//! Why something is refused, in both languages: every sentence of this crate in one place.

use taijitu_protocol::{Code, Problem};
use taijitu_rules::setup::SetupError;
use taijitu_rules::{Lang, OptionError, Outcome, TurnError};

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident = $code:ident, $en:literal, $fr:literal;)*) => {
        $($(#[$doc])* pub(crate) fn $name() -> Problem { Problem::new(Code::$code, $en, $fr) })*
    };
}

problems! {
    closed = TableClosed, "this table is closed; open a new one", "cette table est fermée ; ouvrez-en une autre";
    not_host = NotHost, "only the host of the table may do this", "seul l’hôte de la table peut le faire";
    not_seated = NotSeated, "you do not sit at this table; /join takes a seat", "vous n’êtes pas assis à cette table ; /join prend un siège";
    already_seated = AlreadySeated, "you already sit at this table; /leave first", "vous êtes déjà assis à cette table ; d’abord /leave";
    seat_taken = SeatTaken, "this seat is taken", "ce siège est pris";
    no_free_seat = SeatTaken, "all seats are taken; you can watch", "tous les sièges sont pris ; vous pouvez regarder";
    host_seats = NotHost, "at this table the host says who sits where; /join without a seat asks for any", "à cette table l’hôte place les joueurs ; /join sans siège en demande un";
    not_running = NotRunning, "no game is being played here; /start begins one", "aucune partie n’est en cours ; /start en commence une";
    already_started = AlreadyStarted, "the game has started; this is settled before the start", "la partie a commencé ; cela se règle avant";
    seats_free = SeatsFree, "not all seats are taken yet", "tous les sièges ne sont pas encore pris";
    no_person = NotNow, "at least one person has to sit at the table", "il faut au moins une personne à la table";
    time_up = TimeUp, "your time is up", "votre temps est écoulé";
    paused = GamePaused, "the game is paused; /resume asks to go on", "la partie est suspendue ; /resume propose de reprendre";
    not_paused = NotNow, "the game is not paused", "la partie n’est pas suspendue";
    no_offer = NoOffer, "there is no such offer any more", "cette proposition n’existe plus";
    not_yours_to_answer = NoOffer, "this offer does not wait for you", "cette proposition n’attend pas votre réponse";
    offer_pending = OfferPending, "an offer waits for an answer already; /accept or /refuse", "une proposition attend déjà une réponse ; /accept ou /refuse";
    offered_this_turn = TooMany, "you have offered this already; you can offer it again after the next turn", "vous l’avez déjà proposé ; vous pourrez le proposer de nouveau après le prochain coup";
    too_many_offers = TooMany, "you have made too many offers; no more are possible now", "vous avez fait trop de propositions ; vous ne pouvez plus en faire maintenant";
    nothing_to_take_back = NotNow, "you have no turn to take back", "vous n’avez aucun coup à reprendre";
    too_late_to_abort = NotNow, "everybody has played a turn: resign or offer a draw instead", "chacun a joué un coup : abandonnez ou proposez plutôt la nulle";
    no_clock = NotNow, "this game has no clock of that kind", "cette partie n’a pas de pendule de ce genre";
    gift_to_opponent = NotNow, "time is given to an opponent", "on donne du temps à un adversaire";
    gift_size = Invalid, "give between 1 and 3600 seconds", "donnez entre 1 et 3600 secondes";
    gift_step = Invalid, "in a four-player game you can only give 15 seconds at a time", "dans une partie à quatre, on ne peut donner que 15 secondes à la fois";
    too_many_gifts = TooMany, "in a four-player game a player can be given time 4 times", "dans une partie à quatre, un joueur peut recevoir du temps 4 fois";
    too_many_silences = TooMany, "in a four-player game you can change this 4 times; it can be changed again after the game", "dans une partie à quatre, ce réglage se change 4 fois ; vous pourrez le changer après la partie";
    left_too_often = TooMany, "you have left this game too often; resign if you do not want to go on", "vous avez quitté cette partie trop souvent ; abandonnez si vous ne voulez pas continuer";
    nobody_absent = NotNow, "no opponent is missing on their own turn", "aucun adversaire n’est absent alors que c’est à lui de jouer";
    claim_early = NotNow, "wait until the countdown has ended", "attendez la fin du compte à rebours";
    not_live = NotNow, "only live games can be claimed; in correspondence the clock decides", "seules les parties en direct peuvent être réclamées ; par correspondance la pendule décide";
    game_runs = AlreadyStarted, "a game is being played here", "une partie est en cours ici";
    engine_level = Invalid, "engines have levels 1 to 8", "les moteurs ont les niveaux 1 à 8";
    hotseat_alone = NotNow, "at a hot seat one person plays all seats", "sur un siège partagé une seule personne joue tous les sièges";
    already_resigning = NotNow, "your partner has to resign too", "votre partenaire doit abandonner aussi";
    wrong_game = WrongGameNumber, "this is not the number of the running game", "ce n’est pas le numéro de la partie en cours";
    replaced_only_absent = SeatTaken, "this seat is taken; only the seat of somebody who left can be asked for", "ce siège est pris ; on ne peut demander que celui d’un joueur parti";
    nobody_to_agree = NotNow, "nobody is here who could agree that you take this seat", "personne n’est là pour accepter que vous preniez ce siège";
    log_is_full = TooMany, "too much has happened at this table: open another one", "il s’est passé trop de choses à cette table : ouvrez-en une autre";
    no_such_word = Invalid, "this game has no such word", "ce jeu n’a pas ce mot";
    advice_against_person = NotNow, "advice is given against engines only, not against a person", "on n’est conseillé que contre des moteurs, pas contre une personne";
    too_many_turns = TooLarge, "a study has at most 500 turns", "une étude a au plus 500 coups";
    long_setup = TooLarge, "a set-up has at most 2000 characters", "une position de départ a au plus 2000 caractères";
    secret_option = BadOption, "at a table the laws are written by the players when the game starts", "à une table, les joueurs écrivent leurs lois au début de la partie";
}

pub(crate) fn too_many_to_list(limit: usize) -> Problem {
    Problem::new(
        Code::TooManyToList,
        format!(
            "more than {limit} legal turns: too many to list. Build one touch by touch (branch), or write it"
        ),
        format!(
            "plus de {limit} coups possibles : trop pour en faire la liste. Construisez le coup point par point (branch), ou écrivez-le"
        ),
    )
}

pub(crate) fn no_such_seat(most: usize) -> Problem {
    Problem::new(
        Code::NoSuchThing,
        format!("no such seat: say a number from 1 to {most}, or white or black"),
        format!("ce siège n’existe pas : dites un nombre de 1 à {most}, ou white ou black"),
    )
}

pub(crate) fn not_your_turn(acting: &str) -> Problem {
    Problem::new(Code::NotYourTurn, format!("it is {acting}'s turn"), format!("c’est à {acting} de jouer"))
}

pub(crate) fn wrong_turn(expected: u32, told: u32) -> Problem {
    Problem::new(
        Code::WrongTurnNumber,
        format!("the next turn is number {expected}, not {told}: the game has gone on, look again"),
        format!("le prochain coup est le numéro {expected}, pas {told} : la partie a continué, regardez"),
    )
}

pub(crate) fn illegal(error: &TurnError) -> Problem {
    let mut problem = Problem::new(Code::IllegalTurn, error.say(Lang::En), error.say(Lang::Fr));
    problem.rule = Some(error.why.code().into());
    problem
}

/// An option of a table that does not exist, or cannot have the value.
pub(crate) fn bad_option(name: &str, en: impl Into<String>, fr: impl Into<String>) -> Problem {
    Problem::new(Code::BadOption, en, fr).with_field(name)
}

/// Options of a game that cannot be read, or do not go together.
pub(crate) fn bad_options(why: &OptionError) -> Problem {
    let problem = Problem::new(Code::BadOption, why.to_string(), why.to_string());
    Problem { field: why.key().map(Into::into), ..problem }
}

pub(crate) fn bad_setup(why: &SetupError) -> Problem {
    let [en, fr] = [Lang::En, Lang::Fr].map(|lang| why.say(lang));
    Problem::new(Code::Invalid, format!("set-up: {en}"), format!("position : {fr}"))
}

pub(crate) fn setup_over(outcome: &Outcome) -> Problem {
    let reason = outcome.reason.text();
    let (en, fr) = (reason.en, reason.fr);
    Problem::new(
        Code::Invalid,
        format!("set-up: nothing can be played from here, the game is over ({en})"),
        format!("position : on ne peut pas jouer d’ici, la partie est finie ({fr})"),
    )
}
