//! Standings, and how a game changes those of its players.

use crate::rating::{GameScore, Rating};

/// A rating period: each one without a game widens the deviation of a rating. With 73 of them a year, a settled player
/// counts as provisional again after a little more than a year, in milliseconds.
pub const PERIOD: i64 = 5 * 24 * 60 * 60 * 1000;

/// Where a player stands in one rating class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The rating after the last rated game.
    pub rating: Rating,
    /// How many rated games were played.
    pub games: i64,
    /// How many of them were won.
    pub won: i64,
    /// How many of them were lost.
    pub lost: i64,
    /// When the last of them ended, in milliseconds; 0 before the first.
    pub last: i64,
    /// The number of the last rated game, 0 before the first. A game has a greater number than all earlier ones of its
    /// players (a Lamport clock), so games in the order of their numbers are in the order in which they were rated
    /// wherever that matters.
    pub number: i64,
}

/// The sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatedTeam {
    /// White.
    White,
    /// Black.
    Black,
}

/// A player of a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPlayer {
    /// Where the player stood before it.
    pub standing: Standing,
    /// The side the player was on when it ended.
    pub team: RatedTeam,
}

impl Standing {
    /// The standing before the first game.
    pub const START: Self = Self { rating: Rating::START, games: 0, won: 0, lost: 0, last: 0, number: 0 };

    /// The rating at a time: less certain the longer ago the last game was.
    #[must_use]
    pub fn rating_at(&self, now: i64) -> Rating {
        if self.games == 0 {
            return self.rating;
        }
        let periods = now.div_euclid(PERIOD) - self.last.div_euclid(PERIOD);
        self.rating.rested(u64::try_from(periods).unwrap_or(0))
    }
}

/// The standings after a game that ended at a time, in the order of its players. Each player is rated against the mean of
/// the other team. Without an opponent nothing changes.
#[must_use]
pub fn rate(players: &[RatedPlayer], winner: Option<RatedTeam>, at: i64) -> Vec<Standing> {
    let number = players.iter().map(|player| player.standing.number).max().unwrap_or(0) + 1;
    let strength = |team: RatedTeam| {
        let members = players.iter().filter(|player| player.team == team);
        Rating::mean(&members.map(|member| member.standing.rating_at(at)).collect::<Vec<_>>())
    };
    let (Some(white), Some(black)) = (strength(RatedTeam::White), strength(RatedTeam::Black)) else {
        return players.iter().map(|player| player.standing).collect();
    };
    let after = |player: &RatedPlayer| {
        let opponent = if player.team == RatedTeam::White { black } else { white };
        let score = match winner {
            None => GameScore::Drawn,
            Some(team) if team == player.team => GameScore::Won,
            Some(_) => GameScore::Lost,
        };
        let Standing { games, won, lost, last, .. } = player.standing;
        Standing {
            rating: player.standing.rating_at(at).after(opponent, score),
            games: games + 1,
            won: won + i64::from(score == GameScore::Won),
            lost: lost + i64::from(score == GameScore::Lost),
            // Clocks of nodes differ a little, and a rest is never negative.
            last: last.max(at),
            number,
        }
    };
    players.iter().map(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(team: RatedTeam, points: i64, number: i64) -> RatedPlayer {
        let rating = Rating { value: points * 1_000_000, deviation: 80_000_000, ..Rating::START };
        RatedPlayer { standing: Standing { rating, games: 9, won: 4, lost: 4, last: 1000, number }, team }
    }

    #[test]
    fn the_winner_gains_what_the_loser_loses_among_equals() {
        let players = [entrant(RatedTeam::White, 1600, 7), entrant(RatedTeam::Black, 1600, 12)];
        let after = rate(&players, Some(RatedTeam::Black), 2000);
        assert_eq!(after[0].rating.value + after[1].rating.value, 3_200_000_000);
        assert!(after[1].rating.value > 1_600_000_000);
        assert_eq!((after[0].games, after[0].won, after[0].lost), (10, 4, 5));
        assert_eq!((after[1].games, after[1].won, after[1].lost), (10, 5, 4));
        assert_eq!((after[0].number, after[1].number, after[0].last), (13, 13, 2000));
    }

    #[test]
    fn four_players_are_rated_against_the_mean_of_the_other_team() {
        let teams = [
            (RatedTeam::White, 1500),
            (RatedTeam::Black, 1400),
            (RatedTeam::White, 1700),
            (RatedTeam::Black, 1600),
        ];
        let players = teams.map(|(team, points)| entrant(team, points, 0));
        let after = rate(&players, Some(RatedTeam::White), 2000);
        // The opponents' mean is 1500: the weaker winner gains more, the stronger loser loses more.
        let change = |seat: usize| after[seat].rating.value - players[seat].standing.rating.value;
        assert!(change(0) > change(2) && change(2) > 0);
        assert!(change(3) < change(1) && change(1) < 0);
        let against_mean =
            rate(&[players[0], entrant(RatedTeam::Black, 1500, 0)], Some(RatedTeam::White), 2000);
        assert_eq!(after[0].rating, against_mean[0].rating);
    }

    #[test]
    fn a_rest_counts_from_the_last_game_and_is_never_negative() {
        let player = entrant(RatedTeam::White, 1500, 0).standing;
        assert_eq!(player.rating_at(500), player.rating);
        assert!(player.rating_at(PERIOD).deviation > player.rating.deviation);
        assert_eq!(Standing::START.rating_at(i64::MAX), Rating::START);
    }

    #[test]
    fn a_game_without_opponents_rates_nobody() {
        let players = [entrant(RatedTeam::White, 1500, 3), entrant(RatedTeam::White, 1600, 4)];
        assert_eq!(rate(&players, Some(RatedTeam::White), 2000), players.map(|player| player.standing));
    }
}
