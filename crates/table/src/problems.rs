//! The refusals of this crate, in both languages.

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
    not_seated = NotSeated, "you have no seat at this table; /join takes one", "vous n’avez pas de place à cette table ; /rejoindre en prend une";
    already_seated = AlreadySeated, "you already have a seat at this table; /leave first", "vous avez déjà une place à cette table ; quittez-la d’abord avec /quitter";
    seat_taken = SeatTaken, "this seat is taken", "cette place est prise";
    no_free_seat = SeatTaken, "all seats are taken; you can watch", "toutes les places sont prises ; vous pouvez regarder";
    host_seats = NotHost, "at this table the host chooses the seats; /join without a seat asks for any", "à cette table, l’hôte attribue les places ; /rejoindre sans numéro en demande une";
    not_running = NotRunning, "no game is being played here; /start begins one", "aucune partie n’est en cours ; /commencer en lance une";
    already_started = AlreadyStarted, "the game has started; this can only be changed before the start", "la partie a commencé ; cela ne se change qu’avant le début";
    seats_free = SeatsFree, "not all seats are taken yet", "il reste des places libres";
    no_person = NotNow, "at least one person has to sit at the table", "il faut au moins une personne à la table";
    time_up = TimeUp, "your time is up", "votre temps est écoulé";
    paused = GamePaused, "the game is paused; /resume offers to resume", "la partie est en pause ; /reprendre propose de continuer";
    not_paused = NotNow, "the game is not paused", "la partie n’est pas en pause";
    no_offer = NoOffer, "there is no such offer any more", "cette proposition n’existe plus";
    not_yours_to_answer = NoOffer, "this offer is not yours to answer", "ce n’est pas à vous de répondre à cette proposition";
    offer_pending = OfferPending, "another offer is waiting for an answer; /accept or /refuse", "une proposition attend déjà une réponse ; /accepter ou /refuser";
    offered_this_turn = TooMany, "you have offered this already; you can offer it again after the next move", "vous l’avez déjà proposé ; vous pourrez le proposer de nouveau après le prochain coup";
    too_many_offers = TooMany, "you have made too many offers; no more are possible now", "vous avez fait trop de propositions ; vous ne pouvez plus en faire maintenant";
    nothing_to_take_back = NotNow, "you have no move to take back", "vous n’avez aucun coup à reprendre";
    too_late_to_abort = NotNow, "everybody has played a move: resign or offer a draw instead", "chacun a joué un coup : abandonnez ou proposez plutôt la nulle";
    no_clock = NotNow, "this game has no clock of that kind", "cette partie n’a pas de pendule de ce genre";
    gift_to_opponent = NotNow, "you can only give time to an opponent", "on ne peut donner du temps qu’à un adversaire";
    gift_size = Invalid, "give between 1 and 3,600 seconds", "donnez entre 1 et 3 600 secondes";
    gift_step = Invalid, "in a four-player game you can only give 15 seconds at a time", "dans une partie à quatre, on ne peut donner que 15 secondes à la fois";
    too_many_gifts = TooMany, "in a four-player game a player can be given time 4 times", "dans une partie à quatre, un joueur peut recevoir du temps 4 fois";
    too_many_silences = TooMany, "in a four-player game you can change this 4 times; it can be changed again after the game", "dans une partie à quatre, ce réglage se change 4 fois ; vous pourrez le changer après la partie";
    left_too_often = TooMany, "you have left this game too often; resign if you do not want to go on", "vous avez quitté cette partie trop souvent ; abandonnez si vous ne voulez pas continuer";
    nobody_absent = NotNow, "no opponent is away on their turn", "aucun adversaire n’est absent alors que c’est à lui de jouer";
    claim_early = NotNow, "wait until the countdown has ended", "attendez la fin du compte à rebours";
    not_live = NotNow, "only live games can be claimed; in correspondence the clock decides", "seules les parties en direct peuvent être réclamées ; par correspondance la pendule décide";
    game_runs = AlreadyStarted, "a game is being played here", "une partie est en cours ici";
    engine_level = Invalid, "the computer has levels 1 to 8", "l’ordinateur a les niveaux 1 à 8";
    hotseat_alone = NotNow, "this table is for two players at one screen: nobody else can take a seat", "cette table se joue à deux sur un même écran : personne d’autre ne peut y prendre place";
    not_for_two = Invalid, "challenges are for games between two players", "un défi porte sur une partie à deux";
    not_for_pairing = Invalid, "this game is not for that number of players", "ce jeu ne se joue pas à ce nombre de joueurs";
    of_tournament = NotNow, "this is a game of a tournament: it is played once, by those who were paired; resign, or ask the host of the tournament", "c’est une partie de tournoi : elle se joue une fois, entre les joueurs appariés ; abandonnez, ou adressez-vous à l’organisateur du tournoi";
    not_correspondence = NotNow, "this is for games by correspondence between two players", "cela ne concerne que les parties par correspondance à deux";
    conditional_turn = NotNow, "conditional moves are written while the opponent has to play", "les coups conditionnels s’écrivent pendant que l’adversaire doit jouer";
    already_resigning = NotNow, "your partner has to resign too", "votre partenaire doit abandonner aussi";
    not_your_turn = NotYourTurn, "it is not your turn", "ce n’est pas à vous de jouer";
    wrong_game = WrongGameNumber, "this is not the number of the current game", "ce n’est pas le numéro de la partie en cours";
    replaced_only_absent = SeatTaken, "this seat is taken; you can only ask for the seat of a player who left", "cette place est prise ; on ne peut demander que celle d’un joueur parti";
    nobody_to_agree = NotNow, "no player is here to accept your request for this seat", "aucun joueur n’est là pour accepter votre demande";
    log_is_full = TooMany, "too much has happened at this table: open another one", "il s’est passé trop de choses à cette table : ouvrez-en une autre";
    no_such_word = Invalid, "this does not exist in this game", "cela n’existe pas dans ce jeu";
    advice_against_person = NotNow, "hints are only given against the computer, not against a person", "les conseils ne sont donnés que contre l’ordinateur, pas contre une personne";
    too_many_turns = TooLarge, "a study has at most 500 moves", "une étude a au plus 500 coups";
    rated_guest = GuestsCannot, "rated games need an account: create one, or play a casual game", "il faut un compte pour jouer des parties classées : créez-en un, ou jouez une partie amicale";
    rated_guests_seated = GuestsCannot, "a player at this table is a guest, and rated games need an account", "un joueur de cette table est un invité, et il faut un compte pour jouer des parties classées";
    rated_engine = NotNow, "games against the computer are casual: switch rated off first", "les parties contre l’ordinateur sont amicales : désactivez d’abord « classée »";
    rated_hotseat = BadOption, "a game on one screen cannot be rated", "une partie sur un seul écran ne peut pas être classée";
    rated_from = BadOption, "a rated game begins from the usual starting position", "une partie classée part de la position de départ habituelle";
    rated_unlogged = BadOption, "the moves of a rated game are kept: switch the log on", "les coups d’une partie classée sont conservés : activez leur conservation";
    rated_advantage = BadOption, "games with these options cannot be rated, because they favour one side", "une partie avec ces options ne peut pas être classée : elles avantagent un camp";
    rated_takeback = NotNow, "moves cannot be taken back in a rated game", "on ne reprend pas de coup dans une partie classée";
    rated_replacement = NotNow, "nobody can take over a seat in a rated game", "on ne peut pas remplacer un joueur dans une partie classée";
    long_setup = TooLarge, "a set-up has at most 2,000 characters", "une position de départ a au plus 2 000 caractères";
    secret_option = BadOption, "at a table the laws are written by the players when the game starts", "à une table, les joueurs écrivent leurs lois au début de la partie";
}

pub(crate) fn too_many_to_list(limit: usize) -> Problem {
    Problem::new(
        Code::TooManyToList,
        format!(
            "more than {limit} legal moves: too many to list. Build one touch by touch (branch), or write it"
        ),
        format!(
            "plus de {limit} coups possibles : trop pour en faire la liste. Construisez le coup point par point (branch), ou écrivez-le"
        ),
    )
}

pub(crate) fn no_such_seat(most: usize) -> Problem {
    Problem::new(
        Code::NoSuchThing,
        format!("no such seat: give a number from 1 to {most}, or white or black"),
        format!("cette place n’existe pas : donnez un nombre de 1 à {most}, ou blanc ou noir"),
    )
}

pub(crate) fn wrong_turn(expected: u32, given: u32) -> Problem {
    Problem::new(
        Code::WrongTurnNumber,
        format!("the next move is number {expected}, not {given}: the game has moved on"),
        format!("le prochain coup est le numéro {expected}, pas {given} : la partie a continué"),
    )
}

pub(crate) fn illegal(error: &TurnError) -> Problem {
    let mut problem = Problem::new(Code::IllegalTurn, error.say(Lang::En), error.say(Lang::Fr));
    problem.rule = Some(error.why.code().into());
    problem
}

pub(crate) fn nothing_to_answer(turn: &str) -> Problem {
    Problem::new(
        Code::Invalid,
        format!("after `{turn}` there is nothing for you to answer"),
        format!("après « {turn} » vous n’avez rien à répondre"),
    )
}

pub(crate) fn answered_twice(turn: &str) -> Problem {
    Problem::new(
        Code::Invalid,
        format!("`{turn}` has two answers: one is enough"),
        format!("« {turn} » a deux réponses : une seule suffit"),
    )
}

pub(crate) fn conditional_size(most: usize, depth: usize) -> Problem {
    Problem::new(
        Code::TooLarge,
        format!("write 1 to {most} answers, {depth} in a row at most"),
        format!("écrivez de 1 à {most} réponses, {depth} de suite au plus"),
    )
}

/// An option of a table that does not exist, or cannot have the value.
pub(crate) fn bad_option(name: &str, en: impl Into<String>, fr: impl Into<String>) -> Problem {
    Problem::new(Code::BadOption, en, fr).with_field(name)
}

/// Options of a game that cannot be parsed, or contradict each other.
pub(crate) fn bad_options(why: &OptionError) -> Problem {
    let problem = Problem::new(Code::BadOption, why.say(Lang::En), why.say(Lang::Fr));
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
        format!("set-up: the game is over in this position ({en})"),
        format!("position : la partie y est terminée ({fr})"),
    )
}
