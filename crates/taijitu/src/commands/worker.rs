//! `taijitu worker`: a program that searches for the engines of a site.

use super::serve::{log_to_stderr, runtime};
use crate::cli;
use crate::language::text;
use crate::output;
use anyhow::Result;
use std::num::NonZero;
use taijitu_rules::Lang;
use taijitu_server::Worker;
use tokio::signal::unix::{SignalKind, signal};

pub(crate) fn run(args: &cli::WorkerArgs, lang: Lang) -> Result<()> {
    log_to_stderr(args.log_json);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.unwrap_or_else(|| u16::try_from(cores).unwrap_or(u16::MAX));
    runtime()?.block_on(work(&args.nats, threads, lang))
}

async fn work(nats: &str, threads: u16, lang: Lang) -> Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let on_connection = move |up: bool| {
        let words = if up {
            text("connected: searching for the site", "connecté : calcule pour le site")
        } else {
            text("no connection; trying again …", "pas de connexion ; nouvel essai …")
        };
        // A closed standard output is no reason to stop.
        let _ = output::notice(words.in_lang(lang));
    };
    output::notice(&format!(
        "☯ Taijitu — {} {threads}, {}",
        text("threads:", "fils d’exécution :").in_lang(lang),
        place(nats)
    ))?;
    let worker = Worker::start(nats, threads, on_connection).await?;
    worker
        .work(async move {
            tokio::select! {
                _ = terminate.recv() => (),
                _ = interrupt.recv() => (),
            }
            let _ = output::notice(text("finishing …", "fin de la réflexion …").in_lang(lang));
        })
        .await;
    Ok(())
}

/// An address may have a password in it.
fn place(url: &str) -> &str {
    url.rsplit_once('@').map_or(url, |(_, place)| place)
}
