//! The commands with an engine in them, as their users and other programs meet them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use taijitu_store::{PuzzleRow, Store, StoreSettings};

const BINARY: &str = env!("CARGO_BIN_EXE_taijitu");

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command
        .args(arguments)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = command(arguments).spawn().expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn prints_to(arguments: &[&str], input: &str) -> String {
    let output = run_with_input(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn prints(arguments: &[&str]) -> String {
    prints_to(arguments, "")
}

fn refuses(arguments: &[&str]) -> String {
    let output = run_with_input(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    text(&output.stderr)
}

/// A running UGI session: lines in, lines out as they come.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn new(game: &str) -> Self {
        let mut child = command(&["ugi", game]).spawn().expect("the binary starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// The turn of the next `bestmove`; only `info` comes before it.
    fn best(&self) -> String {
        loop {
            let line = self.hear();
            if let Some(turn) = line.strip_prefix("bestmove ") {
                return turn.replace('_', " ");
            }
            assert!(line.starts_with("info depth "), "{line}");
        }
    }
}

#[test]
fn a_ugi_session_from_hello_to_quit() {
    let mut talk = Talk::new("yinsh");
    talk.say("ugi");
    let greeting: Vec<String> =
        std::iter::repeat_with(|| talk.hear()).take_while(|line| line != "ugiok").collect();
    assert!(greeting[0].starts_with("id name Taijitu"), "{greeting:?}");
    assert!(greeting.iter().any(|line| line.starts_with("option name variant type combo default standard")));
    assert_eq!(talk.ask("isready"), "readyok");
    talk.say("uginewgame");
    talk.say("position startpos moves f6 e5");
    assert_eq!(talk.ask("query p1turn"), "response true");
    assert_eq!(talk.ask("query gameover"), "response false");
    assert_eq!(talk.ask("query result"), "response none");
    talk.say("go nodes 500");
    let best = talk.best();
    assert!(prints(&["turns", "yinsh", "--turns", "f6; e5"]).lines().any(|turn| turn == best), "{best}");
    talk.say("go nodes 500");
    assert_eq!(talk.best(), best, "one thread and a number of nodes give the same turn");
    talk.say("quit");
    assert!(talk.child.wait().expect("it ends").success());
}

#[test]
fn a_session_hears_stop_while_it_thinks() {
    let mut talk = Talk::new("yinsh");
    talk.say("go infinite");
    talk.say("isready");
    talk.say("position startpos");
    let mut received = vec![];
    while received.len() < 2 {
        let line = talk.hear();
        if !line.starts_with("info depth") {
            received.push(line);
        }
    }
    assert_eq!(received[0], "readyok");
    assert!(received[1].starts_with("info error `position` while thinking"), "{received:?}");
    talk.say("stop");
    assert!(!talk.best().is_empty());
    assert_eq!(talk.ask("isready"), "readyok");
    talk.say("quit");
    assert!(talk.child.wait().expect("it ends").success());
}

#[test]
fn whatever_is_wrong_is_answered_and_ends_nothing() {
    let mut talk = Talk::new("yinsh");
    for wrong in [
        "hello",
        "position",
        "position endpos",
        "position startpos moves z9",
        "position fen nonsense",
        "position startpos f6",
        "go movetime soon",
        "go for it",
        "query weather",
        "setoption Threads 2",
        "setoption name Threads value 0",
        "setoption name variant value blits",
        "setoption name nothing value 1",
        "\u{7f}\u{fffd}",
    ] {
        let answer = talk.ask(wrong);
        assert!(answer.starts_with("info error "), "{wrong}: {answer}");
    }
    assert_eq!(talk.ask("isready"), "readyok");
}

#[test]
fn set_ups_and_results_pass_through_the_interface() {
    let mut talk = Talk::new("yinsh");
    talk.say("setoption name variant value blitz");
    talk.say("position fen act=black moves f6");
    assert_eq!(talk.ask("query p1turn"), "response true");
    talk.say("position fen act=black");
    assert_eq!(talk.ask("query p1turn"), "response false");
    talk.say("setoption name Level value 1");
    talk.say("go");
    talk.say("stop");
    assert!(!talk.best().is_empty());
}

/// The turn a line of the analysis begins with, if it is the numbered one.
fn numbered(line: &str, number: &str) -> Option<String> {
    let (_, line) = line.strip_prefix(number)?.trim().split_once("  ")?;
    line.split("; ").next().map(Into::into)
}

#[test]
fn analysis_ends_with_the_best_turns() {
    let turns = prints(&["turns", "yinsh", "--turns", "f6; e5"]);
    let out = prints(&["analyse", "yinsh", "--turns", "f6; e5", "--nodes", "20000", "--lines", "2"]);
    let (reports, best): (Vec<&str>, Vec<&str>) = out.lines().partition(|line| line.starts_with("depth "));
    assert!(!reports.is_empty() && best.len() == 2, "{out}");
    let best =
        ["1.", "2."].map(|number| best.iter().find_map(|line| numbered(line, number)).expect("a turn"));
    assert!(best.iter().all(|best| turns.lines().any(|turn| turn == best)) && best[0] != best[1], "{out}");
    let french = prints(&["analyse", "y", "--nodes", "200", "--lang", "fr"]);
    assert!(french.starts_with("profondeur ") && french.contains(" % "), "{french}");
    let won = prints(&["analyse", "y", "--set", "board=triangle-3 pie=off", "--turns", "b2; a3; a2; c3"]);
    assert!(won.contains("Black wins"), "{won}");
}

#[test]
fn yin_yang_with_all_laws_known_is_solved() {
    let laws = "lb=wwww>w.ww,.www>..ww,w.ww>w..w,bbbb>b.bb lw=bbbb>b.bb,.bbb>..bb,b.bb>b..b,wwww>w.ww";
    let setup = format!("w=b1,c2 b=d1,a3 {laws} act=white");
    let solved = prints(&["analyse", "yinyang", "--setup", &setup, "--solve", "--lines", "1"]);
    // A piece on b1 steps to White's corner.
    assert!(solved.starts_with("wins in 1 turns") && solved.contains("1. b1-a1  wins in 1"), "{solved}");
    let adapts = setup.replace(",bbbb>b.bb lw", ",bbbb>* lw");
    assert!(refuses(&["analyse", "yinyang", "--setup", &adapts, "--solve"]).contains("adaptation"));
    assert!(refuses(&["analyse", "yinsh", "--solve"]).contains("only Yin Yang"));
}

#[test]
fn a_match_is_the_same_every_time_and_its_records_replay() {
    let folder = tempfile::tempdir().expect("a folder");
    let (records, svg) = (folder.path().join("games.txt"), folder.path().join("elo.svg"));
    let (records, svg) = (records.to_str().expect("a path"), svg.to_str().expect("a path"));
    let arguments = [
        "match",
        "level:2",
        "engine",
        "--game",
        "yinsh",
        "--games",
        "4",
        "--nodes",
        "20",
        "--records",
        records,
    ];
    // What the turns took is different every time.
    let untimed = |text: &str| {
        let lines = text.lines().map(|line| if line.contains(" ms (longest ") { "" } else { line });
        lines.collect::<Vec<_>>().join("\n")
    };
    let first = prints(&[&arguments[..], &["--svg", svg]].concat());
    assert!(first.starts_with("level:2 – engine\n") && first.contains("Elo "), "{first}");
    assert!(first.lines().any(|line| line.starts_with("all                4")), "{first}");
    assert!(!first.contains("illegal"), "{first}");
    assert_eq!(untimed(&prints(&arguments)), untimed(&first));
    // A level that plays without a whole iteration has no depth.
    assert_eq!(first.matches(" nodes").count(), 2, "{first}");
    assert!(first.contains(" nodes, depth "), "{first}");
    assert!(std::fs::read_to_string(svg).expect("a picture").starts_with("<svg"));
    let games = std::fs::read_to_string(records).expect("records");
    let games: Vec<&str> = games.split("taijitu record 1\n").skip(1).collect();
    assert_eq!(games.len(), 4);
    let turn = |game: &str, number: usize| {
        game.lines().find(|l| l.starts_with(&format!("{number}. "))).map(String::from)
    };
    assert_eq!(turn(games[0], 4), turn(games[1], 4), "both colours play the same opening");
    assert_ne!(
        (1..=4).map(|n| turn(games[0], n)).collect::<Vec<_>>(),
        (1..=4).map(|n| turn(games[2], n)).collect::<Vec<_>>()
    );
    std::fs::write(records, format!("taijitu record 1\n{}", games[1].trim_end())).expect("a file");
    assert!(prints(&["replay", records]).contains("white: engine\nblack: level:2"));
}

#[test]
fn another_program_plays_through_its_interface() {
    let other = format!("ugi:{BINARY} ugi yinsh");
    let out = prints(&["match", &other, "level:1", "--game", "yinsh", "--games", "2", "--nodes", "20"]);
    assert!(out.contains("all                2") && !out.contains("illegal"), "{out}");
    let silent = "ugi:/bin/true";
    assert!(refuses(&["match", silent, "level:1", "--game", "yinsh", "--nodes", "9"]).contains("has ended"));
}

/// A program that gets ready and ends when it has to think, or answers nonsense.
fn program(folder: &std::path::Path, name: &str, answer: &str) -> String {
    let file = folder.join(format!("{name}.sh"));
    let script = format!(
        "while read line; do case $line in ugi) echo id name {name}; echo ugiok;; isready) echo readyok;; \
         go*) {answer};; quit) exit;; esac; done"
    );
    std::fs::write(&file, script).expect("a script");
    format!("ugi:/bin/sh {}", file.display())
}

#[test]
fn a_program_that_crashes_or_writes_garbage_loses_its_games_and_the_match_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let dying = program(folder.path(), "Dying", "exit");
    let arguments = ["match", &dying, "level:1", "--game", "yinsh", "--games", "4", "--nodes", "9"];
    let played = run_with_input(&arguments, "");
    let (out, course) = (text(&played.stdout), text(&played.stderr));
    assert!(
        played.status.success() && course.starts_with("1/4 Elo ") && course.contains("\n4/4 Elo "),
        "{course}"
    );
    assert!(out.starts_with("Dying – level:1\n") && out.contains("all                4       0"), "{out}");
    assert_eq!(out.matches(", Dying, failed: ").count(), 4, "{out}");
    let mad = program(folder.path(), "Mad", "echo info depth 3 nodes 70; echo bestmove z9");
    let records = folder.path().join("games.txt");
    let records = records.to_str().expect("a path");
    let arguments = ["level:1", &mad, "--game", "yinsh", "--games", "2", "--nodes", "9,20"];
    let out = prints(&[&["match"], &arguments[..], &["--records", records]].concat());
    assert!(out.contains("game 2, Mad, illegal turn: ") && out.contains("70 nodes, depth 3.0"), "{out}");
    let written = std::fs::read_to_string(records).expect("records");
    assert!(written.contains("black: Mad") && written.contains("black-effort: "), "{written}");
    let three = ["match", "level:1", "level:2", "--game", "yinsh", "--movetime", "1,2,3"];
    assert!(refuses(&three).contains("two programs"));
}

#[test]
fn evaluations_are_chosen_by_name_or_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("no.network");
    std::fs::write(&file, "something else").expect("a file");
    let file = file.to_str().expect("a path");
    assert!(
        refuses(&["analyse", "yinsh", "--nodes", "9", "--eval", file]).contains("learned, plain, or a file")
    );
    assert!(refuses(&["bench", "yinsh", "--eval", "plane"]).contains("learned, plain, or a file"));
    let out = prints(&[
        "match",
        "engine",
        "engine",
        "--game",
        "yinsh",
        "--games",
        "2",
        "--nodes",
        "20",
        "--eval",
        "learned,plain",
    ]);
    assert!(out.starts_with("engine (learned) – engine (plain)\n"), "{out}");
    let mut talk = Talk::new("yinsh");
    talk.say("setoption name Hash value 2");
    talk.say("setoption name Eval value plain");
    assert!(talk.ask("setoption name Eval value plane").contains("learned or plain"));
    assert!(talk.ask("setoption name Hash value 0").contains("1 … 4096"));
    talk.say("go nodes 300");
    let info = talk.hear();
    assert!(info.contains(" time ") && info.contains(" nps "), "{info}");
}

#[test]
fn a_short_run_learns_and_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    let arguments = [
        "learn",
        "quinta",
        "--out",
        out,
        "--eval",
        "plain",
        "--generations",
        "1",
        "--games",
        "3",
        "--nodes",
        "30",
        "--epochs",
        "1",
        "--match-games",
        "2",
        "--match-nodes",
        "30",
        "--jobs",
        "1",
    ];
    let first = prints(&arguments);
    assert!(first.contains("training positions: ") && first.contains("Elo "), "{first}");
    assert!(folder.path().join("1.network").exists());
    let again = prints(&arguments);
    assert!(!again.contains("training positions"), "{again}");
    assert!(refuses(&["learn", "yinch"]).contains("yinsh"));
    assert!(refuses(&["learn", "yinsh", "--hours", "0"]).contains("above 0"));
}

#[test]
fn a_game_against_the_engine_at_the_terminal() {
    let arguments = ["play", "yinsh", "--black", "engine:1", "--seed", "3"];
    let out = prints_to(&arguments, "f6\nundo\nf6\nquit\n");
    assert_eq!(out.matches("Black played ").count(), 2, "{out}");
    let alone =
        prints(&["play", "yinsh", "--set", "variant=blitz", "--white", "engine:2", "--black", "engine:1"]);
    let last = alone.lines().last().expect("a status");
    assert!(["White wins (", "Black wins (", "Draw ("].iter().any(|how| last.starts_with(how)), "{last}");
}

#[test]
fn soak_bench_ladder_and_tune_report() {
    // Its exit code also reports overruns, which a busy machine causes too.
    let soak =
        text(&run_with_input(&["soak", "--game", "yinsh", "--games", "2", "--movetime", "1"], "").stdout);
    assert!(soak.contains("games: 2\n") && soak.contains("illegal turns: 0\n"), "{soak}");
    let bench = prints(&["bench", "yinsh", "--seconds", "0.05"]);
    assert!(bench.lines().nth(1).is_some_and(|line| line.starts_with("yinsh ")), "{bench}");
    let hints = prints(&["hints", "tetra", "--scale", "0.01", "--count", "2", "--most-turns", "40"]);
    assert!(hints.lines().any(|row| row.starts_with("| Tetra | 2 |")), "{hints}");
    let ladder =
        prints(&["ladder", "tetra", "--scale", "0.001", "--most", "2", "--level", "3", "--jobs", "2"]);
    assert!(ladder.lines().any(|row| row.starts_with("| 3–2 | 2 |")), "{ladder}");
    let tuned = prints(&["tune", "tetra", "--games", "2", "--nodes", "20"]);
    assert!(tuned.contains("const TEMPO: i32 = "), "{tuned}");
    let learnt = prints(&["tune", "y", "--games", "1", "--nodes", "10"]);
    let header = learnt.lines().next().unwrap_or_default();
    assert!(header.starts_with("# 10 positions of 1 games, 10 playouts a turn; cross-entropy "), "{learnt}");
    let weights =
        learnt.lines().skip(1).flat_map(|line| line.split([' ', ':']).filter(|word| !word.is_empty()));
    assert!(
        learnt.lines().count() > 10 && weights.map(str::parse::<i64>).all(|weight| weight.is_ok()),
        "{learnt}"
    );
    let compared =
        prints(&["tune", "y", "--settings", "--games", "1", "--nodes", "2", "--opening-turns", "60"]);
    assert!(compared.lines().any(|row| row.starts_with("without policy ")), "{compared}");
    let refused = run_with_input(&["tune", "tetra", "--settings"], "");
    assert!(
        !refused.status.success() && text(&refused.stderr).contains("only Y has settings"),
        "{refused:?}"
    );
}

#[test]
fn a_match_is_played_on_clocks() {
    let clock = [
        "match",
        "engine",
        "level:1",
        "--game",
        "tetra",
        "--games",
        "2",
        "--time",
        "1",
        "--increment",
        "0.01",
    ];
    assert!(prints(&clock).contains("all                2"));
    // A clock that leaves no time for the first turn loses by its flag, with either side to begin.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let file = file.to_str().expect("a name");
    prints(&[
        "match",
        "engine",
        "engine",
        "--game",
        "yinsh",
        "--games",
        "1",
        "--time",
        "0.000001",
        "--records",
        file,
    ]);
    assert!(std::fs::read_to_string(file).expect("records").contains("time"));
}

#[test]
fn wrong_input_is_answered_with_what_would_be_right() {
    assert!(refuses(&["match", "level:9", "engine", "--game", "yinsh"]).contains("from 1 to 8"));
    assert!(
        refuses(&["match", "level:1", "engine", "--game", "yinsh"])
            .contains("--movetime MS, --nodes N or --time")
    );
    assert!(refuses(&["match", "level:1", "level:2", "--game", "yinch"]).contains("yinsh"));
    assert!(refuses(&["match", "level:1", "level:2", "--game", "yinsh", "--games", "0"]).contains("--games"));
    assert!(refuses(&["play", "yinsh", "--white", "robot"]).contains("engine:LEVEL"));
    assert!(refuses(&["analyse", "yinsh", "--nodes", "0"]).contains("--nodes"));
    assert!(refuses(&["analyse", "yinsh", "--threads", "0"]).contains("--threads"));
    assert!(refuses(&["analyse", "yinsh", "--lines", "0"]).contains("from 1 to 50"));
    assert!(refuses(&["match", "engine", "engine", "--game", "y", "--time", "0"]).contains("above 0"));
    assert!(refuses(&["match", "engine", "engine", "--game", "y", "--increment", "1"]).contains("--time"));
    assert!(refuses(&["ladder", "yinsh", "--scale", "-1"]).contains("--scale"));
    let over = ["analyse", "y", "--set", "board=triangle-3 pie=off", "--turns", "b2; a3; a2; c3; b3"];
    assert!(!refuses(&over).is_empty());
    assert!(
        refuses(&["match", "level:1", "ugi:/no/such/program", "--game", "yinsh", "--nodes", "9"])
            .contains("/no/such/program")
    );
}

#[test]
fn gtp_answers_everything_and_refuses_what_is_wrong() {
    let commands = [
        ("protocol_version", "= 2"),
        ("7 name", "=7 Taijitu"),
        ("boardsize 3", "="),
        ("boardsize 2", "? unacceptable size"),
        ("boardsize big", "? boardsize not an integer"),
        ("boardsize", "? syntax error"),
        ("known_command genmove", "= true"),
        ("known_command fly", "= false"),
        ("9 fly", "?9 unknown command"),
        ("undo", "? cannot undo"),
        ("play green a1", "? `green` is not a colour; write b, w, black or white"),
        ("play b z9", "? illegal move: no such point on"),
        ("play black B2", "="),
        ("play white b2", "? illegal move: b2 is occupied"),
        ("genmove red", "? `red` is not a colour; write b, w, black or white"),
        ("final_score", "? cannot score: the game is not over"),
        ("time_settings 60 0 0", "="),
        ("time_left w 5 0", "="),
        ("time_left w soon 0", "? `soon` is not a number of seconds"),
        ("time_left w nan 0", "? `nan` is not a number of seconds"),
        ("undo", "="),
        ("play b b2 # the centre", "="),
        ("play w a3", "="),
        ("play b a2", "="),
        ("play w c3", "="),
        ("play b b3", "="),
        ("genmove w", "? the game is over"),
        ("final_score", "= B+"),
        ("clear_board", "="),
        ("final_score", "? cannot score: the game is not over"),
        ("play w b2", "="),
        ("play w a3", "="),
        ("play w b2", "? illegal move: b2 is occupied"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("play w b2", "="),
        ("play w a3", "="),
        ("orientation", "= own"),
        ("orientation upside", "? `upside` is not an orientation; write own or common"),
        ("orientation common", "="),
        ("play b b2", "? illegal move: b2 is occupied"),
        ("play b a1", "? illegal move: a3 is occupied"),
        ("play b c3", "? illegal move: no such point"),
        ("play b c1", "="),
        ("time -m 0.01 -f 1", "="),
        ("time -m", "? write time -m SECONDS"),
        ("time -m soon", "? `soon` is not a number of seconds"),
        ("genmove b", "= "),
        ("clear_board", "="),
        ("genmove w", "= "),
        ("genmove b", "= "),
        ("quit", "="),
    ];
    let input: String = commands.iter().map(|(command, _)| format!("{command}\n\n# nothing\n")).collect();
    let out = prints_to(&["gtp"], &input);
    let answers: Vec<&str> = out.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers.len(), commands.len(), "{out}");
    for ((command, right), answer) in commands.iter().zip(answers) {
        assert!(answer.starts_with(right), "{command}: {answer}");
        assert!(*right != "=" || answer.trim() == "=", "{command}: {answer}");
    }
    let board = prints_to(&["gtp", "--size", "3"], "showboard\nlist_commands\n");
    assert_eq!(board.matches("\n\n").count(), 2, "{board}");
    assert!(board.contains("time_settings"));
}

#[test]
fn a_site_gets_as_many_puzzles_as_it_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("taijitu.db").display());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        Store::open(&database, StoreSettings::default()).await.expect("a database").close().await;
    });
    let data = folder.path().to_str().expect("a name");
    let asked = ["puzzles", "singularity", "--up-to", "14", "--wins-in", "1..2", "--data", data];
    assert_eq!(prints(&asked), "2 puzzles found\n", "twelve come with the program");
    assert_eq!(prints(&asked), "0 puzzles found\n");
    let more = ["puzzles", "singularity", "--up-to", "15", "--wins-in", "1..2", "--data", data];
    assert_eq!(prints(&more), "1 puzzles found\n");
    let rows = || {
        runtime.block_on(async {
            let store = Store::open(&database, StoreSettings::default()).await.expect("a database");
            let rows = store.puzzles(Some("singularity")).await.expect("rows");
            store.close().await;
            rows
        })
    };
    let kept = rows();
    assert_eq!(kept.len(), 3);
    assert!(
        kept.iter().all(|row| row.themes.as_deref().is_some_and(|themes| !themes.is_empty())),
        "{kept:?}"
    );
    let old = PuzzleRow { id: "singularity-10009".into(), number: 10_009, themes: None, ..kept[0].clone() };
    runtime.block_on(async {
        let store = Store::open(&database, StoreSettings::default()).await.expect("a database");
        assert_eq!(store.keep_puzzles(std::slice::from_ref(&old)).await.expect("a row"), 1);
        store.close().await;
    });
    assert_eq!(prints(&more), "0 puzzles found\n");
    let looked_at = rows().into_iter().find(|row| row.id == old.id).expect("the row");
    assert_eq!(looked_at.themes, kept[0].themes, "a puzzle of an earlier version gets its themes");
}

#[test]
fn a_site_is_filled_by_theme() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("found.txt");
    let out = file.to_str().expect("a name");
    let asked =
        ["puzzles", "singularity", "--count", "3", "--wins-in", "1..2", "--theme", "one-way", "--out", out];
    assert_eq!(prints(&asked), "3 puzzles found\n");
    let found = std::fs::read_to_string(&file).expect("a file");
    assert!(found.contains(" --theme one-way --seed 1 "), "{found}");
    let lines: Vec<&str> = found.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.ends_with("| one-way")), "{found}");
    assert!(refuses(&["puzzles", "y", "--theme", "beauty", "--out", out]).contains("several-ways"));
}

#[test]
fn puzzles_are_found_written_and_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("found.txt");
    let out = file.to_str().expect("a name");
    let request = ["puzzles", "singularity", "--count", "2", "--wins-in", "1..2", "--out", out];
    assert_eq!(prints(&request), "2 puzzles found\n");
    let found = std::fs::read_to_string(&file).expect("a file");
    let lines: Vec<&str> = found.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(found.contains("# taijitu puzzles singularity --count 2") && lines.len() == 2, "{found}");
    assert!(lines[0].starts_with("singularity-1 | - | w="), "{found}");
    let parallel =
        ["puzzles", "singularity", "--count", "2", "--wins-in", "1..2", "--jobs", "2", "--out", out];
    assert_eq!(prints(&parallel), "2 puzzles found\n");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), found, "the same with two jobs");
    assert_eq!(prints(&["puzzles", "--check", "singularity"]), "12 puzzles proved\n");
    assert!(refuses(&["puzzles"]).contains("<GAME>"));
    assert!(refuses(&["puzzles", "--up-to", "9", "--out", out]).contains("--out"));
    assert!(refuses(&["puzzles", "y", "--wins-in", "4"]).contains("a number from 1 to 3"));
    let missing = folder.path().join("nowhere");
    let missing = missing.to_str().expect("a name");
    assert!(refuses(&["puzzles", "y", "--data", missing]).contains("no database"));
}
