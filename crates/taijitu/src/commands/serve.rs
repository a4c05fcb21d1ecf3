//! `taijitu serve`: the server.

use crate::cli::ServeArgs;
use crate::language::text;
use crate::output;
use anyhow::{Context, Result, bail};
use metrics_exporter_prometheus::PrometheusBuilder;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::Duration;
use taijitu_rules::Lang;
use taijitu_server::http::{Front, Pages};
use taijitu_server::{Config, Server};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// The signal for writing beyond the limit on the size of files, on Linux.
const SIGXFSZ: i32 = 25;

pub(crate) fn run(args: &ServeArgs, lang: Lang) -> Result<()> {
    let config = Config {
        listen: args.address(),
        public_url: args.public_url.clone(),
        database: args.data.database()?,
        share_data: args.share_data,
        lan: args.lan,
        nats: args.nats.clone(),
        metrics_listen: args.metrics_listen,
        trust_proxy: args.trust_proxy,
        max_connections: args.max_connections.map(|most| most as usize),
        max_connections_per_address: args.max_connections_per_address.map(|most| most as usize),
        engine_threads: args.engine_threads.map(usize::from),
        leaves_a_core_free: !args.share_data,
        rate_factor: args.rate_factor,
        moderators_need_totp: args.moderators_need_totp,
        mail: args.mail.settings()?,
        ..Config::default()
    };
    if config.mail.is_some() && config.public_url.is_none() {
        bail!("--smtp-url needs --public-url: the links in mails begin with it");
    }
    log_to_stderr(args.log_json);
    runtime()?.block_on(serve(config, args.lan, lang))
}

/// The runtime of everything that talks to a database or a network.
pub(crate) fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads to work with")
}

/// Refuses to create a database in a command that only reads one: the name may be a typo.
pub(crate) fn must_exist(database: &str) -> Result<()> {
    if let Some(file) = database.strip_prefix("sqlite:")
        && !std::path::Path::new(file.split('?').next().unwrap_or(file)).exists()
    {
        bail!("there is no database at {file}: give its folder with --data");
    }
    Ok(())
}

/// Logs to standard error, filtered by `TAIJITU_LOG`.
pub(crate) fn log_to_stderr(json: bool) {
    let filter = EnvFilter::try_from_env("TAIJITU_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    // Colours are for people; a journal would keep their codes.
    let colours = std::io::stderr().is_terminal();
    // The log may be on the full disk, too: lines that cannot be written are lost, and nothing else.
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .log_internal_errors(false);
    // A second logger is a mistake of ours, and no reason not to serve.
    let _ = if json { builder.json().try_init() } else { builder.try_init() };
}

async fn serve(config: Config, lan: bool, lang: Lang) -> Result<()> {
    let metrics = PrometheusBuilder::new().install_recorder().context("metrics")?;
    let (public_url, database) = (config.public_url.clone(), config.database.clone());
    let upkeep = metrics.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            upkeep.run_upkeep();
        }
    });
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    // Handling SIGXFSZ turns a file that may not grow into an error of the write, instead of ending the
    // process.
    let _file_too_large = signal(SignalKind::from_raw(SIGXFSZ))?;
    let front = Front { pages: Pages(taijitu_webui::answer), metrics: Some(metrics) };
    let is_new = must_exist(&database).is_err();
    let server = Server::start(config, front).await?;
    announce(server.address(), public_url.as_deref(), &database, lan, lang)?;
    if is_new {
        output::notice(
            text("a new site: there was none here", "nouveau site : il n’y en avait pas à cet endroit")
                .in_lang(lang),
        )?;
    }
    tokio::select! {
        _ = terminate.recv() => (),
        _ = interrupt.recv() => (),
    }
    output::notice(text("closing …", "fermeture …").in_lang(lang))?;
    tokio::select! {
        () = server.stop() => Ok(()),
        _ = terminate.recv() => bail!("stopped at once"),
        _ = interrupt.recv() => bail!("stopped at once"),
    }
}

/// The file of a database, or its address if it is no file.
fn file_of(database: &str) -> &str {
    database.strip_prefix("sqlite:").map_or("PostgreSQL", |file| file.split('?').next().unwrap_or(file))
}

fn announce(
    address: SocketAddr,
    public_url: Option<&str>,
    database: &str,
    lan: bool,
    lang: Lang,
) -> Result<()> {
    let host = |ip: IpAddr| format!("http://{}", SocketAddr::new(ip, address.port()));
    let local = match public_url {
        Some(url) => url.to_owned(),
        None if address.ip().is_unspecified() || address.ip().is_loopback() => {
            format!("http://localhost:{}", address.port())
        }
        None => host(address.ip()),
    };
    output::notice(&format!("☯ Taijitu — {local}"))?;
    // A database may have a password in its address.
    let place = file_of(database);
    output::notice(&format!("{} {place}", text("data:", "données :").in_lang(lang)))?;
    if lan {
        let url = public_url.map_or_else(|| host(lan_address().unwrap_or(address.ip())), str::to_owned);
        let words = text("phones in this room:", "téléphones dans la salle :");
        output::notice(&format!("{} {url}", words.in_lang(lang)))?;
        let code = QrCode::new(url.as_bytes()).context("the address does not fit in a QR code")?;
        output::notice(&code.render::<Dense1x2>().quiet_zone(true).build())?;
    }
    Ok(())
}

/// The address of this machine on its network. Nothing is sent: connecting a UDP socket only selects a route.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}
