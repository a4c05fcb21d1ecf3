//! Link previews of a game or a table on other sites: who plays what, how it ended, and the board.
//!
//! The page itself is drawn by a script, which preview bots do not run.
//! So the server adds meta elements to the head of the page.

use crate::app::App;
use crate::archive::export;
use crate::site::url::percent_encode;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use taijitu_protocol::{GameLine, Side, State, Time};
use taijitu_rules::{Lang, games};

/// The most characters of a host: those of a name, and a port.
const HOST_MOST: usize = 260;

/// A screen of the page for which the server has a preview.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageScreen<'a> {
    /// The first word of its address, after the language.
    pub(super) name: &'a str,
    /// The second one.
    pub(super) id: &'a str,
    turn: Option<u32>,
    lang: Lang,
}

impl<'a> PageScreen<'a> {
    /// The screen of an address such as `/fr/game/ID/17`, or `/table/ID?lang=fr`: an address without a
    /// language opens in the reader's, and its query gives the sender's.
    pub(super) fn of(path: &'a str, query: Option<&str>) -> Option<Self> {
        let mut words = path.split('/').filter(|word| !word.is_empty()).peekable();
        let lang = words.next_if_eq(&"fr").map(|_| Lang::Fr);
        let lang = lang.or_else(|| words.next_if_eq(&"en").map(|_| Lang::En));
        let is_french = query.is_some_and(|query| query.split('&').any(|pair| pair == "lang=fr"));
        let lang = lang.unwrap_or(if is_french { Lang::Fr } else { Lang::En });
        let (name, id) = (words.next()?, words.next()?);
        Some(Self { name, id, turn: words.next().and_then(|turn| turn.parse().ok()), lang })
    }

    /// Whether the screen shows something that has to be read from the database.
    pub(super) fn is_stored(&self) -> bool {
        ["game", "table", "embed"].contains(&self.name)
    }
}

/// The content of a preview.
struct PreviewCard {
    title: String,
    about: String,
    url: String,
    /// The address of a picture, 1200 pixels wide.
    image: Option<String>,
    /// Whether search engines may list the page.
    listed: bool,
}

/// The meta elements for the page of a game or a table; `None` if it does not exist.
pub(super) async fn head(app: &App, request: &Parts, screen: &PageScreen<'_>) -> Option<String> {
    if !["game", "table"].contains(&screen.name) {
        return None;
    }
    let base = base(app, &request.headers)?;
    let card = match screen.name {
        "game" => game_card(app, &base, screen).await?,
        _ => table_card(app, &base, screen).await?,
    };
    Some(tags(&card))
}

async fn game_card(app: &App, base: &str, screen: &PageScreen<'_>) -> Option<PreviewCard> {
    let game = app.archive.find(screen.id).await.ok()?;
    let line = app.archive.lines(std::slice::from_ref(&game)).await.ok()?.pop()?;
    let turn = screen.turn.filter(|&turn| turn <= line.turns);
    let number = turn.map_or("last".to_owned(), |turn| turn.to_string());
    let place = turn.map(|turn| format!("/{turn}")).unwrap_or_default();
    let (id, lang) = (line.id, code(screen.lang));
    Some(PreviewCard {
        title: title(&line, screen.lang),
        about: about(&line, screen.lang),
        url: format!("{base}/{lang}/game/{id}{place}"),
        image: game
            .game
            .logged
            .then(|| format!("{base}/api/finished/{id}/{number}.png?width=1200&lang={lang}")),
        listed: game.game.public,
    })
}

/// The card of a table. Players are named only while it waits for opponents: in a game with partners a
/// changed name would be a message.
async fn table_card(app: &App, base: &str, screen: &PageScreen<'_>) -> Option<PreviewCard> {
    let row = app.site.store.table(screen.id.parse().ok()?).await.ok()??;
    let table = app.tables.lobby_lines(std::slice::from_ref(&row)).await.ok()?.pop()?;
    let meta = games::find(&table.setup.game)?.meta();
    let (lang, game) = (screen.lang, meta.name.in_lang(screen.lang));
    let (title, about) = match table.state {
        State::Open => {
            let names = app.accounts.names([row.host]).await.ok()?;
            (invitation(names.profile(row.host).name.as_deref(), game, lang), clock(table.setup.time, lang))
        }
        State::Running => {
            (game.to_owned(), pick(lang, "Watch this game live.", "Regardez cette partie en direct."))
        }
        State::Finished | State::Closed => {
            (game.to_owned(), pick(lang, "This game is over.", "Cette partie est terminée."))
        }
    };
    let picture = format!("/api/pictures/{}.png", table.setup.game);
    let (sample, code) = (percent_encode(meta.sample), code(lang));
    Some(PreviewCard {
        title,
        about,
        url: format!("{base}/{code}/table/{}", row.id),
        image: Some(format!("{base}{picture}?setup={sample}&width=1200&lang={code}")),
        listed: false,
    })
}

fn pick(lang: Lang, en: &str, fr: &str) -> String {
    if lang == Lang::Fr { fr.to_owned() } else { en.to_owned() }
}

const fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    }
}

/// `Ada invites you to play YINSH`.
fn invitation(host: Option<&str>, game: &str, lang: Lang) -> String {
    match (lang, host) {
        (Lang::En, Some(host)) => format!("{host} invites you to play {game}"),
        (Lang::En, None) => format!("Come and play {game}"),
        (Lang::Fr, Some(host)) => format!("{host} vous invite à jouer à {game}"),
        (Lang::Fr, None) => format!("Venez jouer à {game}"),
    }
}

/// The time control, and that no account is needed.
fn clock(time: Time, lang: Lang) -> String {
    let time = match time {
        Time::None => pick(lang, "No clock", "Sans pendule"),
        Time::Total { seconds, increment } => {
            let whole =
                if seconds % 60 == 0 { format!("{} min", seconds / 60) } else { format!("{seconds} s") };
            let more = if increment > 0 { format!(" + {increment} s") } else { String::new() };
            pick(lang, &format!("{whole}{more} each"), &format!("{whole}{more} par joueur"))
        }
        Time::Days { days: 1 } => pick(lang, "1 day per move", "1 jour par coup"),
        Time::Days { days } => {
            pick(lang, &format!("{days} days per move"), &format!("{days} jours par coup"))
        }
    };
    pick(lang, &format!("{time}. No account needed."), &format!("{time}. Aucun compte nécessaire."))
}

/// The public address of the site, or the host of the request.
pub(super) fn base(app: &App, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &app.site.config.public_url {
        return Some(url.clone());
    }
    host(headers).map(|host| format!("http://{host}"))
}

/// The host of a request, if it is well formed: it becomes part of links and QR codes.
fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    ((1..=HOST_MOST).contains(&host.len()) && host.chars().all(plain)).then_some(host)
}

fn tags(PreviewCard { title, about, url, image, listed }: &PreviewCard) -> String {
    let mut tags = vec![
        ("property", "og:type", "article".to_owned()),
        ("property", "og:site_name", "Taijitu".into()),
        ("property", "og:title", title.clone()),
        ("property", "og:description", about.clone()),
        ("property", "og:url", url.clone()),
        ("name", "twitter:title", title.clone()),
        ("name", "twitter:description", about.clone()),
    ];
    if !listed {
        tags.push(("name", "robots", "noindex".into()));
    }
    if let Some(image) = image {
        tags.extend([
            ("property", "og:image", image.clone()),
            ("property", "og:image:type", "image/png".into()),
            ("property", "og:image:width", "1200".into()),
            ("name", "twitter:card", "summary_large_image".into()),
            ("name", "twitter:image", image.clone()),
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
        Lang::En => format!("{end} after {turns} moves."),
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
        let read = |path, query| {
            PageScreen::of(path, query).map(|screen| (screen.name, screen.id, screen.turn, screen.lang))
        };
        let screen = |path| read(path, None);
        assert_eq!(read("/table/x", Some("a=b&lang=fr")), Some(("table", "x", None, Lang::Fr)));
        assert_eq!(read("/en/table/x", Some("lang=fr")), Some(("table", "x", None, Lang::En)));
        assert_eq!(screen("/fr/game/x/17"), Some(("game", "x", Some(17), Lang::Fr)));
        assert_eq!(screen("/game/x"), Some(("game", "x", None, Lang::En)));
        assert_eq!(screen("/en/embed/x/"), Some(("embed", "x", None, Lang::En)));
        assert_eq!(screen("/game/x/last"), Some(("game", "x", None, Lang::En)));
        assert_eq!([screen("/"), screen("/fr"), screen("/fr/game"), screen("/game/")], [None; 4]);
    }

    #[test]
    fn a_host_is_short_and_plain() {
        let read = |text: &str| {
            let value = axum::http::HeaderValue::from_str(text).unwrap();
            host(&HeaderMap::from_iter([(header::HOST, value)])).map(str::to_owned)
        };
        for text in ["club.example", "127.0.0.1:8080", "[::1]:8080"] {
            assert_eq!(read(text).as_deref(), Some(text));
        }
        for text in ["", "club.example/x", "a\"><b", "a b", "user@club.example", &"x".repeat(8000)] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_is_no_markup() {
        assert_eq!(escaped(r#"<b a="1">&'"#), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
    }
}
