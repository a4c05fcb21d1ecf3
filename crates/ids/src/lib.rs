#![doc = include_str!("../README.md")]

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Crockford's base 32 in small letters: no `i`, `l`, `o`, `u`, so that an id can be read aloud.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 26;

/// A text that is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id: 26 letters and digits were expected")]
pub struct BadId;

fn write(bits: u128, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let digits: [u8; LENGTH] =
        std::array::from_fn(|place| DIGITS[(bits >> (5 * (LENGTH - 1 - place)) & 31) as usize]);
    f.write_str(std::str::from_utf8(&digits).map_err(|_| fmt::Error)?)
}

fn read(text: &str) -> Result<u128, BadId> {
    if text.len() != LENGTH {
        return Err(BadId);
    }
    text.bytes().try_fold(0u128, |bits, byte| {
        let digit = DIGITS.iter().position(|&d| d == byte.to_ascii_lowercase()).ok_or(BadId)?;
        // The first digit has only three bits: more would be a second spelling of another id.
        if bits >> 123 != 0 { Err(BadId) } else { Ok(bits << 5 | digit as u128) }
    })
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
        #[serde(try_from = "String", into = "String")]
        #[ts(type = "string")]
        pub struct $name(pub u128);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
                read(text).map(Self)
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;
            fn try_from(text: String) -> Result<Self, BadId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                String::schema()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

id!(
    /// A table.
    TableId
);
id!(
    /// One game at a table.
    GameId
);
id!(
    /// A guest or an account.
    PlayerId
);
id!(
    /// A chat message; random, so that the ids a viewer sees do not reveal how many others there are.
    MessageId
);
id!(
    /// A token that a player gave to a program: the name under which it is deleted, not its secret.
    TokenId
);
id!(
    /// A tournament.
    TournamentId
);
id!(
    /// A report to the moderators.
    ReportId
);
id!(
    /// A challenge of one player to another.
    ChallengeId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_and_has_one_spelling() {
        for bits in [0, 1, 31, 32, u128::MAX, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef] {
            let id = TableId(bits);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().to_uppercase().parse(), Ok(id));
        }
        assert_eq!("8zzzzzzzzzzzzzzzzzzzzzzzzz".parse::<TableId>(), Err(BadId));
        assert_eq!("7zzzzzzzzzzzzzzzzzzzzzzzzz".parse(), Ok(TableId(u128::MAX)));
        for wrong in ["", "0", "u0000000000000000000000000", "000000000000000000000000é"] {
            assert_eq!(wrong.parse::<TableId>(), Err(BadId), "{wrong}");
        }
    }
}
