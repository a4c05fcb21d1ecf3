//! The types of the page, written from the types of this crate.

use crate::*;
use ts_rs::{Config, TS};

macro_rules! declare {
    ($($name:ty),* $(,)?) => {{
        let config = Config::default();
        let mut out = String::from("// Written by `cargo xtask gen` from crates/protocol. Do not edit.\n");
        $(
            out.push_str("\nexport ");
            out.push_str(&<$name as TS>::decl(&config));
            out.push('\n');
        )*
        out
    }};
}

/// Every type of the protocol, in TypeScript.
#[must_use]
pub fn declarations() -> String {
    declare!(
        TableId,
        GameId,
        PlayerId,
        MessageId,
        Side,
        Time,
        Colours,
        Setup,
        OpenTable,
        SeatChoice,
        State,
        Outcome,
        SeatView,
        OfferView,
        Absence,
        GameView,
        TableView,
        Door,
        Ack,
        EventsPage,
        Archived,
        Command,
        Claim,
        Request,
        Sitter,
        Offer,
        Event,
        EventView,
        Words,
        Placed,
        Tray,
        Law,
        Note,
        Threat,
        Clocks,
        Scene,
        Touch,
        Change,
        Branch,
        GameKind,
        SeatCount,
        GameOption,
        BoardStyle,
        BoardPoint,
        BoardData,
        LawKind,
        LawText,
        Block,
        Blocks,
        LawBook,
        Study,
        StudyView,
        StudyBranch,
        StudyWhy,
        StudyReply,
        Reply,
        WhyNot,
        Why,
        Room,
        Say,
        Said,
        ChatLine,
        ChatPage,
        Profile,
        Me,
        Credentials,
        Proof,
        NewPassword,
        NewToken,
        Token,
        TokenMade,
        SessionView,
        Written,
        Export,
        LobbyTable,
        Lobby,
        MyTable,
        GameLine,
        GamesPage,
        Pairing,
        Paired,
        Code,
        Problem,
        FromClient,
        Head,
        FromServer,
    )
}
