//! Why something is refused, in both languages: every sentence of this crate's refusals in one place.

use crate::settings::{MAX_MINUTES, MAX_NAME, MAX_NOTES, MAX_REASON, MAX_ROUNDS};
use taijitu_protocol::{Code, Problem};

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.texts().1)]
#[expect(missing_docs, reason = "each has its sentence below")]
pub enum Refusal {
    NotHost,
    NotModerator,
    NamedByModerators,
    NotEntered,
    AlreadyEntered,
    GuestsInRated,
    NoBots,
    NoTeams,
    TeamsOnly,
    BadPartner,
    NotInvited,
    Full,
    EntryClosed,
    NotBefore,
    NotAfter,
    Over,
    TooFew,
    RoundRuns,
    NoMoreRounds,
    RoundsByThemselves,
    Paused,
    NotPaused,
    NoSuchEntrant,
    NoSuchPairing,
    NotYourPairing,
    NotInRoom,
    TableOpen,
    ComputerInRoom,
    RatedInRoom,
    HasResult,
    NoResult,
    SameResult,
    NextRoundPaired,
    TooManyClaims,
    TooManyChanges,
    TooManyCorrections,
    TooManyMoves,
    TooManySettings,
    TooManyPauses,
    NoReason,
    AlreadyAbsent,
    NotAbsent,
    LogFull,
    BadName,
    LongNotes,
    BadOptions,
    BadMinutes,
    ArenaByDays,
    BadRounds,
    BadLevel,
    BadBreak,
    BadStart,
    Places(u16),
}

impl Refusal {
    /// A stable code for programs.
    #[must_use]
    pub fn code(self) -> Code {
        self.texts().0
    }

    #[rustfmt::skip]
    fn texts(self) -> (Code, String, String) {
        let (code, en, fr) = match self {
            Self::NotHost => (Code::NotHost, "only the host of the tournament may do this", "seul l’organisateur du tournoi peut le faire"),
            Self::NotModerator => (Code::NotModerator, "only moderators may do this", "seuls les modérateurs le peuvent"),
            Self::NamedByModerators => (Code::NotNow, "the moderators have renamed this tournament: its name and notes can no longer change", "les modérateurs ont renommé ce tournoi : son nom et ses informations ne peuvent plus changer"),
            Self::NotEntered => (Code::NotSeated, "you are not in this tournament", "vous ne participez pas à ce tournoi"),
            Self::AlreadyEntered => (Code::AlreadySeated, "you are already in this tournament", "vous participez déjà à ce tournoi"),
            Self::GuestsInRated => (Code::GuestsCannot, "rated tournaments need an account; create one to enter", "il faut un compte pour les tournois classés ; créez-en un pour participer"),
            Self::NoBots => (Code::NotNow, "bots may not enter this tournament", "les bots ne sont pas admis à ce tournoi"),
            Self::NoTeams => (Code::Invalid, "this tournament has no teams; enter alone", "ce tournoi se joue sans équipes ; inscrivez-vous seul"),
            Self::TeamsOnly => (Code::Invalid, "this tournament is for teams of two; name your partner and your team", "ce tournoi se joue par équipes de deux ; indiquez votre partenaire et le nom de l’équipe"),
            Self::BadPartner => (Code::Invalid, "this player cannot be your partner: choose somebody else who is not in the tournament yet", "ce joueur ne peut pas être votre partenaire : choisissez quelqu’un qui ne participe pas encore"),
            Self::NotInvited => (Code::NoOffer, "this team is not waiting for your agreement", "cette équipe n’attend pas votre accord"),
            Self::Full => (Code::TooMany, "the tournament is full", "le tournoi est complet"),
            Self::EntryClosed => (Code::AlreadyStarted, "the tournament has started and nobody can enter now", "le tournoi a commencé et les inscriptions sont closes"),
            Self::NotBefore => (Code::NotRunning, "the tournament has not started yet", "le tournoi n’a pas encore commencé"),
            Self::NotAfter => (Code::AlreadyStarted, "the tournament has started; this can only be changed before the start", "le tournoi a commencé ; cela ne se change qu’avant le début"),
            Self::Over => (Code::NotNow, "the tournament is over", "le tournoi est terminé"),
            Self::TooFew => (Code::NotNow, "at least two players have to take part", "il faut au moins deux participants"),
            Self::RoundRuns => (Code::NotNow, "the round is not over: results are missing", "la ronde n’est pas terminée : il manque des résultats"),
            Self::NoMoreRounds => (Code::NotNow, "there are no more rounds", "il n’y a plus de ronde"),
            Self::RoundsByThemselves => (Code::NotNow, "in an arena, waiting players are paired automatically", "dans une arène, les joueurs qui attendent sont appariés automatiquement"),
            Self::Paused => (Code::GamePaused, "the tournament is paused", "le tournoi est suspendu"),
            Self::NotPaused => (Code::NotNow, "the tournament is not paused", "le tournoi n’est pas suspendu"),
            Self::NoSuchEntrant => (Code::NoSuchThing, "there is no such entrant in this tournament", "ce participant n’existe pas dans ce tournoi"),
            Self::NoSuchPairing => (Code::NoSuchThing, "there is no such pairing in this tournament", "cet appariement n’existe pas dans ce tournoi"),
            Self::NotYourPairing => (Code::NotSeated, "you do not play in this pairing", "vous ne jouez pas cette partie"),
            Self::NotInRoom => (Code::NotNow, "this game is played on the page: its result comes from the table", "cette partie se joue sur le site : son résultat vient de la table"),
            Self::TableOpen => (Code::NotNow, "the table of this game is open already: play it there", "la table de cette partie est déjà ouverte : jouez-la sur le site"),
            Self::ComputerInRoom => (Code::NotNow, "the computer plays on the page only", "l’ordinateur ne joue que sur le site"),
            Self::RatedInRoom => (Code::NotNow, "rated games are played on the page, not on a real board", "les parties classées se jouent sur le site, pas sur un vrai plateau"),
            Self::HasResult => (Code::NotNow, "this game has a result; the host can correct it", "cette partie a un résultat ; l’organisateur peut le corriger"),
            Self::NoResult => (Code::NotNow, "this game has no result yet", "cette partie n’a pas encore de résultat"),
            Self::SameResult => (Code::NotNow, "this is the result already", "c’est déjà le résultat"),
            Self::NextRoundPaired => (Code::NotNow, "the next round of the knockout is paired: this result can no longer change", "le tour suivant est apparié : ce résultat ne peut plus changer"),
            Self::TooManyClaims => (Code::TooMany, "you have entered this result too often; ask the host", "vous avez saisi ce résultat trop souvent ; adressez-vous à l’organisateur"),
            Self::TooManyChanges => (Code::TooMany, "you have left and come back too often; ask the host", "vous êtes parti et revenu trop souvent ; adressez-vous à l’organisateur"),
            Self::TooManyCorrections => (Code::TooMany, "the results of this pairing were corrected too often", "les résultats de cet appariement ont été corrigés trop souvent"),
            Self::TooManyMoves => (Code::TooMany, "this game was moved too often; play it where it is", "cette partie a été déplacée trop souvent ; jouez-la où elle est"),
            Self::TooManySettings => (Code::TooMany, "the settings were changed too often: make another tournament", "les réglages ont été modifiés trop souvent : créez un autre tournoi"),
            Self::TooManyPauses => (Code::TooMany, "the tournament was paused too often", "le tournoi a été suspendu trop souvent"),
            Self::NoReason => return (Code::Invalid, format!("give a reason of at most {MAX_REASON} characters"), format!("indiquez un motif, en {MAX_REASON} caractères au plus")),
            Self::AlreadyAbsent => (Code::NotNow, "you are marked absent already", "vous êtes déjà indiqué absent"),
            Self::NotAbsent => (Code::NotNow, "you are not absent", "vous n’êtes pas absent"),
            Self::LogFull => (Code::TooMany, "too much has happened in this tournament: create another one", "il s’est passé trop de choses dans ce tournoi : créez-en un autre"),
            Self::BadName => return (Code::BadName, format!("a name has 1 to {MAX_NAME} characters on one line"), format!("un nom compte de 1 à {MAX_NAME} caractères sur une ligne")),
            Self::LongNotes => return (Code::TooLarge, format!("notes have at most {MAX_NOTES} characters"), format!("les informations comptent au plus {MAX_NOTES} caractères")),
            Self::BadOptions => (Code::BadOption, "the game or its options are missing, too long or too many", "le jeu ou ses options manquent, sont trop longs ou trop nombreux"),
            Self::BadMinutes => return (Code::Invalid, format!("an arena lasts 1 to {MAX_MINUTES} minutes"), format!("une arène dure de 1 à {MAX_MINUTES} minutes")),
            Self::ArenaByDays => (Code::Invalid, "an arena has live clocks; choose another kind for correspondence", "une arène se joue en direct ; choisissez une autre formule pour la correspondance"),
            Self::BadRounds => return (Code::Invalid, format!("a Swiss has 1 to {MAX_ROUNDS} rounds"), format!("un système suisse a de 1 à {MAX_ROUNDS} rondes")),
            Self::BadLevel => (Code::Invalid, "the computer has levels 1 to 8", "l’ordinateur a les niveaux 1 à 8"),
            Self::BadBreak => (Code::Invalid, "a break lasts at most a week", "une pause dure au plus une semaine"),
            Self::BadStart => (Code::Invalid, "the start has to be in the future, within a year", "le début doit être dans le futur, d’ici un an"),
            Self::Places(most) => return (Code::Invalid, format!("this kind of tournament has 2 to {most} places"), format!("cette formule admet de 2 à {most} participants")),
        };
        (code, en.into(), fr.into())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (code, en, fr) = refusal.texts();
        Self::new(code, en, fr)
    }
}
