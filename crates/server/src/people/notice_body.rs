//! The content of notices: stored with ids of players, shown with their names, in both languages.

use serde::{Deserialize, Serialize};
use taijitu_protocol::{ChallengeId, NoticeKind, PlayerId, TableId, TournamentId, Words};
use taijitu_rules::games;
use taijitu_table::{Names, OfferTerms};

/// A notice as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub(super) enum NoticeBody {
    /// Another player challenges the player.
    Challenged { challenge: ChallengeId, from: PlayerId, game: String },
    /// The player's challenge was accepted.
    Accepted { challenge: ChallengeId, by: PlayerId, game: String, table: TableId },
    /// The player's challenge was declined.
    Declined { challenge: ChallengeId, by: PlayerId, game: String },
    /// It is the player's turn.
    Turn { table: TableId, game: String, others: Vec<PlayerId> },
    /// Another player makes an offer.
    Offered { table: TableId, game: String, by: Option<PlayerId>, offer: OfferWord },
    /// The player's offer was answered.
    Answered { table: TableId, game: String, offer: OfferWord, agreed: bool },
    /// The player is about to lose on time.
    Time { table: TableId, game: String, others: Vec<PlayerId> },
    /// A game has ended; `won` is missing if nobody has won.
    Ended { table: TableId, game: String, others: Vec<PlayerId>, won: Option<bool> },
    /// Something happened in a tournament of the player.
    Tournament { news: TournamentNews },
}

/// Something that happened in a tournament and concerns a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TournamentNews {
    /// The tournament.
    pub(crate) tournament: TournamentId,
    /// Its name.
    pub(crate) name: String,
    /// The kind of event.
    pub(crate) event: TournamentEventWord,
    /// The table the player is wanted at.
    pub(crate) table: Option<TableId>,
    /// The round.
    pub(crate) round: u16,
}

/// What happened in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TournamentEventWord {
    /// The player has an opponent.
    Paired,
    /// The player has no opponent in this round.
    Bye,
    /// A team waits for the player.
    Invited,
    /// The players of a real board disagree.
    Disputed,
    /// The host corrected a result of the player.
    Corrected,
    /// It was called off.
    Off,
    /// The standings are final.
    Finished,
}

impl TournamentNews {
    /// In a sentence.
    fn words(&self) -> Words {
        let (name, round) = (&self.name, self.round);
        let (en, fr) = match self.event {
            TournamentEventWord::Paired => {
                (format!("Round {round} has started"), format!("La ronde {round} commence"))
            }
            TournamentEventWord::Bye => {
                (format!("You have a bye in round {round}"), format!("Vous êtes exempt à la ronde {round}"))
            }
            TournamentEventWord::Invited => ("A team invites you".into(), "Une équipe vous invite".into()),
            TournamentEventWord::Disputed => (
                "Two players entered different results: you decide".into(),
                "Deux joueurs ont saisi des résultats différents, à vous de trancher".into(),
            ),
            TournamentEventWord::Corrected => {
                ("One of your results was corrected".into(), "Un de vos résultats a été corrigé".into())
            }
            TournamentEventWord::Off => {
                ("The tournament was called off".into(), "Le tournoi est annulé".into())
            }
            TournamentEventWord::Finished => {
                ("The standings are final".into(), "Le classement est définitif".into())
            }
        };
        Words::new(format!("{name}: {en}"), format!("{name} : {fr}"))
    }
}

/// What was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OfferWord {
    Draw,
    Takeback,
    Pause,
    Resume,
    Rematch,
    Seat,
}

impl From<OfferTerms> for OfferWord {
    fn from(terms: OfferTerms) -> Self {
        match terms {
            OfferTerms::Draw => Self::Draw,
            OfferTerms::Takeback(_) => Self::Takeback,
            OfferTerms::Pause => Self::Pause,
            OfferTerms::Resume => Self::Resume,
            OfferTerms::Rematch => Self::Rematch,
            OfferTerms::Replace { .. } => Self::Seat,
        }
    }
}

impl OfferWord {
    /// The verb phrase for offering it.
    const fn offers(self) -> (&'static str, &'static str) {
        match self {
            Self::Draw => ("offers a draw", "propose la nulle"),
            Self::Takeback => ("asks to take back a move", "demande à reprendre un coup"),
            Self::Pause => ("offers a pause", "propose une pause"),
            Self::Resume => ("offers to resume", "propose de reprendre"),
            Self::Rematch => ("offers a rematch", "propose une revanche"),
            Self::Seat => ("asks for a seat", "demande une place"),
        }
    }

    /// Its name.
    const fn noun(self) -> (&'static str, &'static str) {
        match self {
            Self::Draw => ("your draw offer", "votre proposition de nulle"),
            Self::Takeback => ("your takeback request", "votre demande de reprise"),
            Self::Pause => ("your offer of a pause", "votre proposition de pause"),
            Self::Resume => ("your offer to resume", "votre proposition de reprendre"),
            Self::Rematch => ("your rematch offer", "votre proposition de revanche"),
            Self::Seat => ("your request for a seat", "votre demande de place"),
        }
    }
}

impl NoticeBody {
    /// What kind of notice it is.
    pub(super) const fn kind(&self) -> NoticeKind {
        match self {
            Self::Challenged { .. } => NoticeKind::Challenge,
            Self::Accepted { .. } | Self::Declined { .. } => NoticeKind::Answer,
            Self::Turn { .. } => NoticeKind::Turn,
            Self::Offered { .. } | Self::Answered { .. } => NoticeKind::Offer,
            Self::Time { .. } => NoticeKind::Time,
            Self::Ended { .. } => NoticeKind::End,
            Self::Tournament { .. } => NoticeKind::Tournament,
        }
    }

    /// Its subject: a later notice with the same subject replaces it.
    pub(super) fn subject(&self) -> String {
        match self {
            Self::Challenged { challenge, .. }
            | Self::Accepted { challenge, .. }
            | Self::Declined { challenge, .. } => format!("challenge {challenge}"),
            Self::Turn { table, .. } => turn_subject(*table),
            Self::Offered { table, .. } => offer_subject(*table),
            Self::Answered { table, .. } => format!("answer {table}"),
            Self::Time { table, .. } => time_subject(*table),
            Self::Ended { table, .. } => format!("end {table}"),
            Self::Tournament { news } => format!("tournament {}", news.tournament),
        }
    }

    /// The table it is about.
    pub(super) const fn table(&self) -> Option<TableId> {
        match self {
            Self::Challenged { .. } | Self::Declined { .. } => None,
            Self::Tournament { news } => news.table,
            Self::Accepted { table, .. }
            | Self::Turn { table, .. }
            | Self::Offered { table, .. }
            | Self::Answered { table, .. }
            | Self::Time { table, .. }
            | Self::Ended { table, .. } => Some(*table),
        }
    }

    /// The challenge it is about.
    pub(super) const fn challenge(&self) -> Option<ChallengeId> {
        match self {
            Self::Challenged { challenge, .. }
            | Self::Accepted { challenge, .. }
            | Self::Declined { challenge, .. } => Some(*challenge),
            _ => None,
        }
    }

    /// The tournament it is about.
    pub(super) const fn tournament(&self) -> Option<TournamentId> {
        match self {
            Self::Tournament { news } => Some(news.tournament),
            _ => None,
        }
    }

    /// The players it names.
    pub(super) fn mentions(&self) -> Vec<PlayerId> {
        match self {
            Self::Challenged { from: player, .. }
            | Self::Accepted { by: player, .. }
            | Self::Declined { by: player, .. } => vec![*player],
            Self::Offered { by, .. } => by.iter().copied().collect(),
            Self::Turn { others, .. } | Self::Time { others, .. } | Self::Ended { others, .. } => {
                others.clone()
            }
            Self::Answered { .. } | Self::Tournament { .. } => vec![],
        }
    }

    /// The notice in a sentence.
    pub(super) fn words(&self, names: &Names) -> Words {
        let name = |player: &PlayerId| names.profile(*player).name;
        let one = |player: &PlayerId| {
            let name = name(player);
            (
                name.clone().unwrap_or_else(|| "somebody who left the site".into()),
                name.unwrap_or_else(|| "quelqu’un qui a quitté le site".into()),
            )
        };
        match self {
            Self::Challenged { from, game, .. } => {
                let ((en, fr), game) = (one(from), game_name(game));
                Words::new(
                    format!("{en} challenges you to {}", game.0),
                    format!("{fr} vous défie à {}", game.1),
                )
            }
            Self::Accepted { by, game, .. } => {
                let ((en, fr), game) = (one(by), game_name(game));
                Words::new(
                    format!("{en} has accepted your challenge: {}", game.0),
                    format!("{fr} a accepté votre défi : {}", game.1),
                )
            }
            Self::Declined { by, game, .. } => {
                let ((en, fr), game) = (one(by), game_name(game));
                Words::new(
                    format!("{en} has declined your challenge: {}", game.0),
                    format!("{fr} a refusé votre défi : {}", game.1),
                )
            }
            Self::Turn { game, others, .. } => {
                let (en, fr) = against(game, others, &name);
                Words::new(format!("Your turn: {en}"), format!("À vous de jouer : {fr}"))
            }
            Self::Offered { game, by, offer, .. } => {
                let (en, fr) = by.as_ref().map_or_else(|| ("Somebody".into(), "Quelqu’un".into()), one);
                let (does_en, does_fr) = offer.offers();
                let game = game_name(game);
                Words::new(format!("{en} {does_en}: {}", game.0), format!("{fr} {does_fr} : {}", game.1))
            }
            Self::Answered { game, offer, agreed, .. } => {
                let ((en, fr), game) = (offer.noun(), game_name(game));
                let (done_en, done_fr) = if *agreed {
                    ("was accepted", "est acceptée")
                } else {
                    ("was declined", "est refusée")
                };
                Words::new(format!("{}: {en} {done_en}", game.0), format!("{} : {fr} {done_fr}", game.1))
            }
            Self::Time { game, others, .. } => {
                let (en, fr) = against(game, others, &name);
                Words::new(
                    format!("You are about to lose on time: {en}"),
                    format!("Vous allez perdre au temps : {fr}"),
                )
            }
            Self::Ended { game, others, won, .. } => {
                let (en, fr) = against(game, others, &name);
                let (end_en, end_fr) = match won {
                    Some(true) => ("You have won", "Vous avez gagné"),
                    Some(false) => ("You have lost", "Vous avez perdu"),
                    None => ("The game ended without a winner", "Partie terminée sans vainqueur"),
                };
                Words::new(format!("{end_en}: {en}"), format!("{end_fr} : {fr}"))
            }
            Self::Tournament { news } => news.words(),
        }
    }
}

/// The subject of a notice that it is a player's turn at a table.
pub(super) fn turn_subject(table: TableId) -> String {
    format!("turn {table}")
}

/// The subject of a notice about an offer at a table.
pub(super) fn offer_subject(table: TableId) -> String {
    format!("offer {table}")
}

/// The subject of a notice about a clock at a table.
pub(super) fn time_subject(table: TableId) -> String {
    format!("time {table}")
}

fn game_name(game: &str) -> (String, String) {
    games::find(game).map_or_else(
        || (game.to_owned(), game.to_owned()),
        |kind| (kind.meta().name.en.to_owned(), kind.meta().name.fr.to_owned()),
    )
}

/// A game and the opponents, as far as they have names.
fn against(game: &str, others: &[PlayerId], name: &impl Fn(&PlayerId) -> Option<String>) -> (String, String) {
    let (en, fr) = game_name(game);
    let others: Vec<String> = others.iter().filter_map(name).collect();
    if others.is_empty() {
        return (en, fr);
    }
    let others = others.join(", ");
    (format!("{en} against {others}"), format!("{fr} contre {others}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taijitu_protocol::Profile;

    #[test]
    fn a_notice_is_a_sentence_in_both_languages() {
        let (ada, table) = (PlayerId(1), TableId(2));
        let profile = Profile { id: ada, name: Some("Ada".into()), guest: false, bot: false, rating: None };
        let names = Names([(ada, profile)].into());
        let game = || "y".to_owned();
        let turn = NoticeBody::Turn { table, game: game(), others: vec![ada, PlayerId(9)] };
        assert_eq!(turn.words(&names).en, "Your turn: Y against Ada");
        assert_eq!(turn.words(&names).fr, "À vous de jouer\u{a0}: Y contre Ada");
        let offer = NoticeBody::Offered { table, game: game(), by: Some(ada), offer: OfferWord::Draw };
        assert_eq!(offer.words(&names).en, "Ada offers a draw: Y");
        let ended = NoticeBody::Ended { table, game: game(), others: vec![], won: None };
        assert_eq!(ended.words(&names).en, "The game ended without a winner: Y");
        let read =
            |body: &NoticeBody| serde_json::to_string(body).and_then(|text| serde_json::from_str(&text));
        assert_eq!(read(&turn).ok(), Some(turn));
    }
}
