//! What other sites show of a link to a game: its players, how it ended, and the board.
//!
//! The page itself is drawn by a script, which preview bots do not run.
//! So the server writes a few lines into the head of the page.

use crate::app::App;
use crate::archive::export;
use crate::http::auth::address;
use crate::site::limits::Class;
use axum::http::header;
use axum::http::request::Parts;
use taijitu_protocol::{GameLine, Side};
use taijitu_rules::{Lang, games};

/// A screen of the page that the server has something to say about.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Screen<'a> {
    /// The first word of its address, after the language.
    pub(super) name: &'a str,
    /// The second one.
    pub(super) id: &'a str,
    turn: Option<u32>,
    lang: Lang,
}

impl<'a> Screen<'a> {
    /// The screen of an address such as `/fr/game/ID/17`.
    pub(super) fn of(path: &'a str) -> Option<Self> {
        let mut words = path.split('/').filter(|word| !word.is_empty()).peekable();
        let lang = words.next_if_eq(&"fr").map(|_| Lang::Fr);
        let lang = lang.or_else(|| words.next_if_eq(&"en").map(|_| Lang::En)).unwrap_or(Lang::En);
        let (name, id) = (words.next()?, words.next()?);
        Some(Self { name, id, turn: words.next().and_then(|turn| turn.parse().ok()), lang })
    }
}

/// The lines for the head of a game's page; nothing if there is no such game, or the client has asked for too many lately: the
/// page itself costs nothing, the game has to be read.
pub(super) async fn head(app: &App, request: &Parts, screen: &Screen<'_>) -> Option<String> {
    app.site.limits.check(Class::Read, None, address(request, app)).ok()?;
    let game = app.archive.find(screen.id).await.ok()?;
    let line = app.archive.lines(std::slice::from_ref(&game)).await.ok()?.pop()?;
    let base = base(app, request)?;
    let robots = if game.game.public { "" } else { "<meta name=\"robots\" content=\"noindex\" />\n" };
    Some(format!("{robots}{}", tags(&line, &base, screen, game.game.logged)))
}

/// The address people type, or the one this request names.
fn base(app: &App, request: &Parts) -> Option<String> {
    if let Some(url) = &app.site.config.public_url {
        return Some(url.clone());
    }
    let host = request.headers.get(header::HOST)?.to_str().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    (!host.is_empty() && host.chars().all(plain)).then(|| format!("http://{host}"))
}

fn tags(line: &GameLine, base: &str, screen: &Screen<'_>, logged: bool) -> String {
    let (title, about) = (title(line, screen.lang), about(line, screen.lang));
    let turn = screen.turn.filter(|&turn| turn <= line.turns);
    let number = turn.map_or("last".to_owned(), |turn| turn.to_string());
    let lang = if screen.lang == Lang::Fr { "fr" } else { "en" };
    let place = turn.map(|turn| format!("/{turn}")).unwrap_or_default();
    let url = format!("{base}/{lang}/game/{}{place}", line.id);
    let image = format!("{base}/api/finished/{}/{number}.png?width=1200&lang={lang}", line.id);
    let mut tags = vec![
        ("property", "og:type", "article".to_owned()),
        ("property", "og:site_name", "Taijitu".into()),
        ("property", "og:title", title.clone()),
        ("property", "og:description", about.clone()),
        ("property", "og:url", url),
        ("name", "twitter:title", title),
        ("name", "twitter:description", about),
    ];
    if logged {
        tags.extend([
            ("property", "og:image", image.clone()),
            ("property", "og:image:type", "image/png".into()),
            ("property", "og:image:width", "1200".into()),
            ("name", "twitter:card", "summary_large_image".into()),
            ("name", "twitter:image", image),
        ]);
    } else {
        tags.push(("name", "twitter:card", "summary".into()));
    }
    tags.iter()
        .map(|(kind, key, value)| format!("<meta {kind}=\"{key}\" content=\"{}\" />\n", escaped(value)))
        .collect()
}

/// `Ada – Bob · YINSH`, White first.
pub(super) fn title(line: &GameLine, lang: Lang) -> String {
    let of = |wanted: Side| {
        let own = line.players.iter().filter(|(side, _)| *side == wanted);
        own.map(|(_, sitter)| export::name(sitter)).collect::<Vec<_>>().join(" & ")
    };
    let name = games::find(&line.game).map_or(line.game.as_str(), |kind| kind.meta().name.in_lang(lang));
    format!("{} – {} · {name}", of(Side::White), of(Side::Black))
}

/// How it ended, after how many turns.
pub(super) fn about(line: &GameLine, lang: Lang) -> String {
    let (reason, turns) = (&line.outcome.words, line.turns);
    let end = match (lang, line.outcome.winner) {
        (Lang::En, Some(Side::White)) => format!("White won ({})", reason.en),
        (Lang::En, Some(Side::Black)) => format!("Black won ({})", reason.en),
        (Lang::En, None) => format!("No winner ({})", reason.en),
        (Lang::Fr, Some(Side::White)) => format!("Les Blancs ont gagné ({})", reason.fr),
        (Lang::Fr, Some(Side::Black)) => format!("Les Noirs ont gagné ({})", reason.fr),
        (Lang::Fr, None) => format!("Pas de vainqueur ({})", reason.fr),
    };
    match lang {
        Lang::En => format!("{end} after {turns} turns."),
        Lang::Fr => format!("{end} après {turns} coups."),
    }
}

/// A text as it stands in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_and_without_a_language() {
        let screen = |path| Screen::of(path).map(|screen| (screen.name, screen.id, screen.turn, screen.lang));
        assert_eq!(screen("/fr/game/x/17"), Some(("game", "x", Some(17), Lang::Fr)));
        assert_eq!(screen("/game/x"), Some(("game", "x", None, Lang::En)));
        assert_eq!(screen("/en/embed/x/"), Some(("embed", "x", None, Lang::En)));
        assert_eq!(screen("/game/x/last"), Some(("game", "x", None, Lang::En)));
        assert_eq!([screen("/"), screen("/fr"), screen("/fr/game"), screen("/game/")], [None; 4]);
    }

    #[test]
    fn a_name_is_no_markup() {
        assert_eq!(escaped(r#"<b a="1">&'"#), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
    }
}
