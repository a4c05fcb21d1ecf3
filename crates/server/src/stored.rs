//! The store's enums as those of the protocol and of the rules, and back.

use taijitu_protocol as wire;
use taijitu_store::{DeclineReason, Participant, ReportReason, Room, StoredSide, TableState, Winner};
use taijitu_table::{Names, Occupant};

/// A stored side for a client.
pub(crate) const fn wire_side(side: StoredSide) -> wire::Side {
    match side {
        StoredSide::White => wire::Side::White,
        StoredSide::Black => wire::Side::Black,
    }
}

/// A side of the rules for the store.
pub(crate) const fn side(side: taijitu_rules::Side) -> StoredSide {
    match side {
        taijitu_rules::Side::White => StoredSide::White,
        taijitu_rules::Side::Black => StoredSide::Black,
    }
}

/// A stored side for the rules.
pub(crate) const fn rules_side(side: StoredSide) -> taijitu_rules::Side {
    match side {
        StoredSide::White => taijitu_rules::Side::White,
        StoredSide::Black => taijitu_rules::Side::Black,
    }
}

/// A client's side for the store.
pub(crate) const fn side_of_wire(side: wire::Side) -> StoredSide {
    match side {
        wire::Side::White => StoredSide::White,
        wire::Side::Black => StoredSide::Black,
    }
}

/// The result of a game by the rules, for the store.
pub(crate) fn winner(winner: Option<taijitu_rules::Side>) -> Winner {
    Winner::new(winner.map(side))
}

/// The room of a stored message for a client.
pub(crate) const fn wire_room(room: Room) -> wire::Room {
    match room {
        Room::Players => wire::Room::Players,
        Room::Spectators => wire::Room::Spectators,
    }
}

/// The room of a message for the store.
pub(crate) const fn room(room: wire::Room) -> Room {
    match room {
        wire::Room::Players => Room::Players,
        wire::Room::Spectators => Room::Spectators,
    }
}

/// The state of a stored table for a client.
pub(crate) const fn wire_state(state: TableState) -> wire::State {
    match state {
        TableState::Open => wire::State::Open,
        TableState::Running => wire::State::Running,
        TableState::Finished => wire::State::Finished,
        TableState::Closed => wire::State::Closed,
    }
}

/// The state of a table for the store.
pub(crate) const fn table_state(state: wire::State) -> TableState {
    match state {
        wire::State::Open => TableState::Open,
        wire::State::Running => TableState::Running,
        wire::State::Finished => TableState::Finished,
        wire::State::Closed => TableState::Closed,
    }
}

/// The reason of a stored report for a client.
pub(crate) const fn wire_reason(reason: ReportReason) -> wire::ReportReason {
    match reason {
        ReportReason::Insult => wire::ReportReason::Insult,
        ReportReason::Spam => wire::ReportReason::Spam,
        ReportReason::Cheating => wire::ReportReason::Cheating,
        ReportReason::Unsporting => wire::ReportReason::Unsporting,
        ReportReason::Name => wire::ReportReason::Name,
        ReportReason::Other => wire::ReportReason::Other,
    }
}

/// The reason of a report for the store.
pub(crate) const fn reason(reason: wire::ReportReason) -> ReportReason {
    match reason {
        wire::ReportReason::Insult => ReportReason::Insult,
        wire::ReportReason::Spam => ReportReason::Spam,
        wire::ReportReason::Cheating => ReportReason::Cheating,
        wire::ReportReason::Unsporting => ReportReason::Unsporting,
        wire::ReportReason::Name => ReportReason::Name,
        wire::ReportReason::Other => ReportReason::Other,
    }
}

/// The reason of a stored decline for a client.
pub(crate) const fn wire_decline_reason(reason: DeclineReason) -> wire::DeclineReason {
    match reason {
        DeclineReason::Generic => wire::DeclineReason::Generic,
        DeclineReason::Later => wire::DeclineReason::Later,
        DeclineReason::TooFast => wire::DeclineReason::TooFast,
        DeclineReason::TooSlow => wire::DeclineReason::TooSlow,
        DeclineReason::OtherGame => wire::DeclineReason::OtherGame,
        DeclineReason::Rated => wire::DeclineReason::Rated,
        DeclineReason::Casual => wire::DeclineReason::Casual,
        DeclineReason::NoBots => wire::DeclineReason::NoBots,
    }
}

/// The reason of a decline for the store.
pub(crate) const fn decline_reason(reason: wire::DeclineReason) -> DeclineReason {
    match reason {
        wire::DeclineReason::Generic => DeclineReason::Generic,
        wire::DeclineReason::Later => DeclineReason::Later,
        wire::DeclineReason::TooFast => DeclineReason::TooFast,
        wire::DeclineReason::TooSlow => DeclineReason::TooSlow,
        wire::DeclineReason::OtherGame => DeclineReason::OtherGame,
        wire::DeclineReason::Rated => DeclineReason::Rated,
        wire::DeclineReason::Casual => DeclineReason::Casual,
        wire::DeclineReason::NoBots => DeclineReason::NoBots,
    }
}

/// The occupant of a seat as a participant of its game.
pub(crate) const fn participant(who: Occupant) -> Participant {
    match who {
        Occupant::Player(id) => Participant::Player(id),
        Occupant::Engine(level) => Participant::Engine(level),
    }
}

/// A participant of a finished game for a client.
pub(crate) fn sitter(participant: &Participant, names: &Names) -> wire::Sitter {
    match participant {
        Participant::Player(id) => wire::Sitter::Player(names.profile(*id)),
        Participant::Engine(level) => wire::Sitter::Engine(*level),
        Participant::Named(name) => wire::Sitter::Named(name.clone()),
    }
}

pub(crate) const fn tournament_state(
    phase: taijitu_protocol::TournamentPhase,
) -> taijitu_store::TournamentState {
    match phase {
        taijitu_protocol::TournamentPhase::Open => taijitu_store::TournamentState::Open,
        taijitu_protocol::TournamentPhase::Running => taijitu_store::TournamentState::Running,
        taijitu_protocol::TournamentPhase::Finished => taijitu_store::TournamentState::Finished,
        taijitu_protocol::TournamentPhase::CalledOff => taijitu_store::TournamentState::CalledOff,
    }
}

pub(crate) const fn tournament_phase(
    state: taijitu_store::TournamentState,
) -> taijitu_protocol::TournamentPhase {
    match state {
        taijitu_store::TournamentState::Open => taijitu_protocol::TournamentPhase::Open,
        taijitu_store::TournamentState::Running => taijitu_protocol::TournamentPhase::Running,
        taijitu_store::TournamentState::Finished => taijitu_protocol::TournamentPhase::Finished,
        taijitu_store::TournamentState::CalledOff => taijitu_protocol::TournamentPhase::CalledOff,
    }
}
