//! Fields that do not belong to a message are refused.

use serde::{Deserialize, Deserializer};

/// Reads a variant that has no fields. `deny_unknown_fields` lets any field pass there: serde does not look at what is
/// beside the tag of a unit variant.
///
/// # Errors
/// The error of the deserializer if there is a field beside the tag.
pub(crate) fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct EmptyVariant {}
    EmptyVariant::deserialize(deserializer).map(|EmptyVariant {}| ())
}

#[cfg(test)]
mod tests {
    use crate::{Command, FromClient, Request, Time};
    use serde_json::json;

    #[test]
    fn a_variant_without_fields_takes_none() {
        assert_eq!(serde_json::from_value::<Command>(json!({ "do": "leave" })).unwrap(), Command::Leave);
        assert_eq!(serde_json::from_value::<Time>(json!({ "kind": "none" })).unwrap(), Time::None);
        let request: Request = serde_json::from_value(json!({ "do": "draw", "id": "a" })).unwrap();
        assert_eq!((request.command, request.id.as_deref()), (Command::Draw, Some("a")));
        for more in ["seat", "id", "x"] {
            let message = json!({ "do": "resign", more: 1 });
            assert!(serde_json::from_value::<Command>(message.clone()).is_err(), "{message}");
            let time = json!({ "kind": "none", more: 1 });
            assert!(serde_json::from_value::<Time>(time).is_err());
        }
        let message = json!({ "do": "resign", "id": "a", "x": 1 });
        assert!(serde_json::from_value::<Request>(message).is_err());
        let message = json!({ "type": "pong", "ping": 1, "lag": 5000 });
        assert!(serde_json::from_value::<FromClient>(message).is_err());
    }
}
