//! Numbers of entrants and pairings.

/// A number that nothing has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entrants, pairings and rounds are numbered from 1")]
pub struct BadNumber;

/// A number from 1 that names one thing of a tournament, with its place in a list.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $number:ty) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, ts_rs::TS,
        )]
        #[serde(try_from = "u32", into = "u32")]
        #[ts(type = "number")]
        pub struct $name($number);

        impl $name {
            /// The thing at this place of its list, from 0. None beyond the largest number.
            #[must_use]
            pub fn at(index: usize) -> Option<Self> {
                <$number>::try_from(index).ok()?.checked_add(1).map(Self)
            }

            /// The place in its list, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize - 1
            }

            /// The number, from 1.
            #[must_use]
            pub const fn number(self) -> $number {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl From<$name> for u32 {
            fn from(id: $name) -> Self {
                Self::from(id.0)
            }
        }

        impl TryFrom<u32> for $name {
            type Error = BadNumber;
            fn try_from(number: u32) -> Result<Self, Self::Error> {
                match <$number>::try_from(number) {
                    Ok(number) if number > 0 => Ok(Self(number)),
                    _ => Err(BadNumber),
                }
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                u32::schema()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

numbered!(
    /// An entrant, numbered in the order of entry.
    EntrantId, u16
);
numbered!(
    /// A pairing, numbered over the whole tournament.
    PairingId, u32
);
