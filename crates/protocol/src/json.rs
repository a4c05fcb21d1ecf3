//! JSON as a tree, and any type read from it.
//!
//! What is read from a tree is compiled once for each type. The reader of `serde_json`, and the buffers of serde for enums
//! with a tag and for flattened fields, are three more copies of it, and each takes an array for a struct and bytes for a
//! name: in the module that browsers load that was every sixth byte.
//! So everything the module reads comes from here, and types whose messages the module reads deserialise themselves by
//! [`tagged`] and [`flattened`].

use serde::de::value::Error;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::cell::Cell;
use std::fmt;

/// A value of JSON. Objects keep the order of their fields.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonTree {
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// An integer that is not negative.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Self>),
    /// An object.
    Object(Vec<(String, Self)>),
}

thread_local! {
    /// Whether fields that a struct does not have are ignored.
    static IGNORES_UNKNOWN: Cell<bool> = const { Cell::new(false) };
}

/// Reads a value from text: a question, a command. A field that a struct does not have is an error, wherever it stands.
///
/// # Errors
/// If the text is not JSON, or not of this type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    let tree: JsonTree = serde_json::from_str(text)?;
    T::deserialize(tree).map_err(serde_json::Error::custom)
}

/// The same for what another version may have written: an entry of a log, a message between servers. Fields that a struct does
/// not have are ignored.
///
/// # Errors
/// If the text is not JSON, or not of this type.
pub fn read_stored<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    /// Resets the choice, also after a panic.
    struct Reset(bool);
    impl Drop for Reset {
        fn drop(&mut self) {
            IGNORES_UNKNOWN.set(self.0);
        }
    }
    let _reset = Reset(IGNORES_UNKNOWN.replace(true));
    read(text)
}

/// Reads an enum whose variant is named by a field beside the others, for an implementation of [`Deserialize`].
/// `variant` reads it from an object with one field, named like the variant.
///
/// # Errors
/// If there is no tag, or `variant` fails.
pub fn tagged<'de, D: Deserializer<'de>, T>(
    from: D,
    tag: &'static str,
    variant: fn(JsonTree) -> Result<T, Error>,
) -> Result<T, D::Error> {
    let tree = JsonTree::deserialize(from)?;
    tree.with_tag_outside(tag).and_then(variant).map_err(D::Error::custom)
}

/// Reads a struct some of whose fields are those of another one, for an implementation of [`Deserialize`]: `own` gets an
/// object with the fields that are named, `rest` gets the others.
///
/// # Errors
/// If the value is no object, or one of the two fails.
pub fn flattened<'de, D: Deserializer<'de>, Own, Rest>(
    from: D,
    names: &[&str],
    own: fn(JsonTree) -> Result<Own, Error>,
    rest: fn(JsonTree) -> Result<Rest, Error>,
) -> Result<(Own, Rest), D::Error> {
    let tree = JsonTree::deserialize(from)?;
    tree.split(names).and_then(|(first, second)| Ok((own(first)?, rest(second)?))).map_err(D::Error::custom)
}

impl JsonTree {
    /// An object's named fields, and the others.
    fn split(self, names: &[&str]) -> Result<(Self, Self), Error> {
        let fields = self.into_fields()?;
        let (own, rest) = fields.into_iter().partition(|(name, _)| names.contains(&&**name));
        Ok((Self::Object(own), Self::Object(rest)))
    }

    /// `{"tag": "name", …}` as `{"name": {…}}`.
    fn with_tag_outside(self, tag: &'static str) -> Result<Self, Error> {
        let mut fields = self.into_fields()?;
        let at = fields.iter().position(|(name, _)| name == tag).ok_or_else(|| Error::missing_field(tag))?;
        if fields.iter().skip(at + 1).any(|(name, _)| name == tag) {
            return Err(Error::duplicate_field(tag));
        }
        match fields.remove(at).1 {
            Self::Text(variant) => Ok(Self::Object(vec![(variant, Self::Object(fields))])),
            other => Err(other.mismatch(&"the name of a variant")),
        }
    }

    fn into_fields(self) -> Result<Vec<(String, Self)>, Error> {
        match self {
            Self::Object(fields) => Ok(fields),
            other => Err(other.mismatch(&"an object")),
        }
    }

    /// The error for a value of another type than expected.
    fn mismatch(&self, expected: &dyn Expected) -> Error {
        let found = match self {
            Self::Null => Unexpected::Unit,
            Self::Flag(flag) => Unexpected::Bool(*flag),
            Self::Unsigned(number) => Unexpected::Unsigned(*number),
            Self::Signed(number) => Unexpected::Signed(*number),
            Self::Float(_) => Unexpected::Other("a number with a fraction"),
            Self::Text(text) => Unexpected::Str(text),
            Self::List(_) => Unexpected::Seq,
            Self::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }
}

impl<'de> Deserialize<'de> for JsonTree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyTree)
    }
}

struct AnyTree;

impl<'de> Visitor<'de> for AnyTree {
    type Value = JsonTree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<JsonTree, E> {
        Ok(JsonTree::Null)
    }

    fn visit_none<E>(self) -> Result<JsonTree, E> {
        Ok(JsonTree::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<JsonTree, D::Error> {
        JsonTree::deserialize(from)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<JsonTree, E> {
        Ok(JsonTree::Flag(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<JsonTree, E> {
        Ok(JsonTree::Unsigned(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<JsonTree, E> {
        Ok(u64::try_from(number).map_or(JsonTree::Signed(number), JsonTree::Unsigned))
    }

    fn visit_f64<E>(self, number: f64) -> Result<JsonTree, E> {
        Ok(JsonTree::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<JsonTree, E> {
        Ok(JsonTree::Text(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<JsonTree, E> {
        Ok(JsonTree::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonTree, A::Error> {
        let mut list = vec![];
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(JsonTree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<JsonTree, A::Error> {
        let mut fields = vec![];
        while let Some(name) = entries.next_key()? {
            fields.push((name, entries.next_value()?));
        }
        Ok(JsonTree::Object(fields))
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.number(visitor)
        }
    )*};
}

macro_rules! texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Self::Text(text) => visitor.visit_string(text),
                other => Err(other.mismatch(&visitor)),
            }
        }
    )*};
}

impl JsonTree {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Unsigned(number) => visitor.visit_u64(number),
            Self::Signed(number) => visitor.visit_i64(number),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::List(items) => {
                let mut items = Items(items.into_iter());
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            other => Err(other.mismatch(&visitor)),
        }
    }

    /// A struct, whose visitor reads its fields in the order of their names: as a list they take less code than as an object,
    /// with its names in any order.
    fn fields<'de, V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::Object(fields) => {
                let mut fields = StructFields { left: in_order(fields, names)?.into_iter(), missing: None };
                visitor
                    .visit_seq(&mut fields)
                    .map_err(|error| fields.missing.map_or(error, Error::missing_field))
            }
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Object(fields) => {
                visitor.visit_map(ObjectFields { left: fields.into_iter(), value: Self::Null })
            }
            other => Err(other.mismatch(&visitor)),
        }
    }
}

impl<'de> Deserializer<'de> for JsonTree {
    type Error = Error;

    numbers! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }

    texts! { deserialize_str deserialize_string deserialize_identifier deserialize_char }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Flag(flag) => visitor.visit_bool(flag),
            Self::Float(number) => visitor.visit_f64(number),
            Self::Text(text) => visitor.visit_string(text),
            Self::Unsigned(_) | Self::Signed(_) => self.number(visitor),
            Self::List(_) => self.list(visitor),
            Self::Object(_) => self.object(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Float(number) => visitor.visit_f64(number),
            other => other.number(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Flag(flag) => visitor.visit_bool(flag),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.object(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fields(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::Text(variant) => visitor.visit_enum(NamedVariant { name: variant, content: None }),
            Self::Object(fields) if fields.len() == 1 => match fields.into_iter().next() {
                Some((name, content)) => visitor.visit_enum(NamedVariant { name, content: Some(content) }),
                None => Err(Self::Null.mismatch(&visitor)),
            },
            other => Err(other.mismatch(&visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.mismatch(&visitor))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(self.mismatch(&visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

/// What is left of an array.
struct Items(std::vec::IntoIter<JsonTree>);

impl Items {
    fn end(&self) -> Result<(), Error> {
        match self.0.len() {
            0 => Ok(()),
            left => Err(Error::custom(format_args!("{left} elements too many"))),
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }
}

/// A field of a struct: its name, and its value unless it is missing.
type StructField = (&'static str, Option<JsonTree>);

/// The fields of a struct in the order of its names.
fn in_order(
    fields: Vec<(String, JsonTree)>,
    names: &'static [&'static str],
) -> Result<Vec<StructField>, Error> {
    let mut ordered: Vec<StructField> = names.iter().map(|name| (*name, None)).collect();
    for (name, value) in fields {
        match ordered.iter_mut().find(|(known, _)| *known == name) {
            Some((_, slot @ None)) => *slot = Some(value),
            Some((known, Some(_))) => return Err(Error::duplicate_field(known)),
            None if IGNORES_UNKNOWN.get() => (),
            None => return Err(Error::unknown_field(&name, names)),
        }
    }
    Ok(ordered)
}

/// What is left of the fields of a struct.
struct StructFields {
    left: std::vec::IntoIter<StructField>,
    /// The field that was missing last, unless it may be: what fails after it, fails because of it.
    missing: Option<&'static str>,
}

impl<'de> SeqAccess<'de> for &mut StructFields {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        if let Some(value) = value {
            self.missing = None;
            return seed.deserialize(value).map(Some);
        }
        // An option is nothing then; for other types the struct has a value or refuses.
        let nothing = seed.deserialize(MissingField).ok();
        self.missing = nothing.is_none().then_some(name);
        Ok(nothing)
    }
}

/// The value of a field that is missing: only an option can be read from it.
struct MissingField;

impl<'de> Deserializer<'de> for MissingField {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom(""))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// What is left of an object, and the value of the field that was named last.
struct ObjectFields {
    left: std::vec::IntoIter<(String, JsonTree)>,
    value: JsonTree,
}

impl<'de> MapAccess<'de> for ObjectFields {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(JsonTree::Text(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(std::mem::replace(&mut self.value, JsonTree::Null))
    }
}

/// A variant of an enum, and what it contains.
struct NamedVariant {
    name: String,
    content: Option<JsonTree>,
}

impl<'de> EnumAccess<'de> for NamedVariant {
    type Error = Error;
    type Variant = VariantContent;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, VariantContent), Error> {
        let Self { name, content } = self;
        Ok((seed.deserialize(JsonTree::Text(name))?, VariantContent(content)))
    }
}

/// What a variant contains; none if only its name was written.
struct VariantContent(Option<JsonTree>);

impl VariantContent {
    fn content(self) -> Result<JsonTree, Error> {
        self.0.ok_or_else(|| Error::custom("the content of the variant is missing"))
    }
}

impl<'de> VariantAccess<'de> for VariantContent {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None | Some(JsonTree::Null) => Ok(()),
            // A tag without fields beside it.
            Some(JsonTree::Object(fields)) if fields.is_empty() => Ok(()),
            Some(other) => Err(other.mismatch(&"nothing")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.content()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.content()?.list(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.content()?.fields(fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, DeviceQuestion, DeviceSearch, OpenTable, SeatChoice, StudyBranch, Time, Touch};
    use std::fmt::Debug;

    /// Whether the text is of the type, by this reader and by that of `serde_json`, which have to agree.
    fn reads<T: DeserializeOwned + PartialEq + Debug>(text: &str) -> bool {
        let (here, there) = (read::<T>(text).ok(), serde_json::from_str::<T>(text).ok());
        assert_eq!(here, there, "{text}");
        here.is_some()
    }

    #[test]
    fn derived_types_are_read_as_serde_json_reads_them() {
        for good in [
            r#"{"game":"y","options":{"board":"triangle-5"},"engines":[1,8],"seat":2,"public":true}"#,
            r#"{"game":"y","time":{"kind":"total","seconds":300},"log":"link","colours":"host","from":null}"#,
            "{}",
        ] {
            assert!(reads::<OpenTable>(good), "{good}");
        }
        for bad in [
            r#"{"game":1}"#,
            r#"{"game":"y","game":"y"}"#,
            r#"{"seat":300}"#,
            r#"{"seat":-1}"#,
            r#"{"seat":1.5}"#,
            r#"{"engines":{}}"#,
            r#"{"public":"yes"}"#,
            r#"{"colours":"mine"}"#,
            r#"{"unknown":1}"#,
            r#"{"game":"y""#,
            "7",
        ] {
            assert!(!reads::<OpenTable>(bad), "{bad}");
        }
        assert!(reads::<DeviceSearch>(
            r#"{"study":{"game":"zen","turns":["a1"],"side":"white"},"nodes":100000000}"#
        ));
        assert!(reads::<DeviceQuestion>(r#""games""#) && reads::<DeviceQuestion>(r#"{"puzzle":"y-1"}"#));
        assert!(
            !reads::<DeviceQuestion>(r#""puzzle""#) && !reads::<DeviceQuestion>(r#"{"laws":1,"games":2}"#)
        );
        assert!(reads::<Vec<Touch>>(r#"[{"point":3},{"word":"pass"},{"text":""},{"law":2}]"#));
        assert!(!reads::<(u8, u8)>("[1,2,3]") && !reads::<(u8, u8)>("[1]") && reads::<(u8, u8)>("[1,2]"));
    }

    #[test]
    fn what_another_version_wrote_may_have_more_fields() {
        let text = r#"{"game":"y","laws":1}"#;
        assert!(read::<OpenTable>(text).is_err(), "a question may not");
        let table = read_stored::<OpenTable>(text).expect("a table");
        assert_eq!(Ok(table), read::<OpenTable>(r#"{"game":"y"}"#).map_err(|error| error.to_string()));
        assert!(read_stored::<OpenTable>(r#"{"game":"y","game":"y"}"#).is_err());
        assert!(read::<OpenTable>(text).is_err(), "that was for one text only");
    }

    #[test]
    fn a_missing_or_wrong_field_is_named() {
        let why = |text: &str| read::<DeviceSearch>(text).expect_err("it is refused").to_string();
        let missing = read::<StudyBranch>(r#"{"game":"y"}"#).expect_err("touches are missing");
        assert_eq!(missing.to_string(), "missing field `touches`");
        assert!(why(r#"{"study":7}"#).starts_with("invalid type"), "{}", why(r#"{"study":7}"#));
        assert!(why(r#"{"study":{"game":"y"},"depht":1}"#).starts_with("unknown field `depht`"));
    }

    #[test]
    fn variants_are_named_by_their_tag_wherever_it_stands() {
        let join = Command::Join { seat: Some(SeatChoice::Number(2)) };
        assert_eq!(read::<Command>(r#"{"seat":2,"do":"join"}"#).ok(), Some(join));
        let black = Command::Free { seat: SeatChoice::Name("black".into()) };
        assert_eq!(read::<Command>(r#"{"do":"free","seat":"black"}"#).ok(), Some(black));
        assert!(reads::<Command>(r#"{"do":"leave"}"#) && reads::<Time>(r#"{"kind":"none"}"#));
        for bad in [
            r#"{"seat":2}"#,
            r#"{"do":7}"#,
            r#"{"do":"dance"}"#,
            r#"{"do":"leave","seat":2}"#,
            r#"{"do":"leave","do":"leave"}"#,
            r#"{"do":"join","unknown":1}"#,
            r#"{"do":"play","game":1}"#,
            r#""leave""#,
            r#"{"leave":{}}"#,
        ] {
            assert!(!reads::<Command>(bad), "{bad}");
        }
    }

    #[test]
    fn fields_of_two_structs_in_one_object_are_distinguished() {
        let text = r#"{"game":"y","touches":[{"point":1}],"turns":["a1"]}"#;
        let query = read::<StudyBranch>(text).expect("a question");
        assert_eq!((&*query.study.game, query.touches.len(), query.study.turns.len()), ("y", 1, 1));
        assert!(!reads::<StudyBranch>(r#"{"game":"y"}"#), "touches are missing");
        assert!(!reads::<StudyBranch>(r#"{"game":"y","touches":[],"unknown":1}"#));
    }
}
