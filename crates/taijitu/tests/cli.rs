//! The binary as its users meet it: output, errors, exit codes, games at the terminal.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taijitu"))
        .args(arguments)
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    child.wait_with_output().expect("it ends")
}

fn run(arguments: &[&str]) -> Output {
    run_with_input(arguments, "")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// What a command prints when all is well.
fn prints(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

/// What a command says about wrong input: on standard error, exit code 2, nothing on standard output.
fn refuses(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    stderr(&output)
}

#[test]
fn games_are_listed_with_names_and_options() {
    let list = prints(&["games"]);
    for id in
        ["yinsh", "y", "aliens", "singularity", "leapover", "tetra", "quinta", "sexta", "zen", "yinyang"]
    {
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(id)), "{id}");
    }
    assert!(list.contains("handicap = 1 … 8   (default: 1)"));
    assert!(prints(&["games", "--lang", "fr"]).contains("par défaut"));
}

#[test]
fn turns_and_results() {
    let turns = prints(&["turns", "yinsh"]);
    assert_eq!(turns.lines().count(), 85);
    assert_eq!(turns.lines().next(), Some("a2"));
    let won = prints(&["turns", "y", "--set", "board=triangle-3 pie=off", "--turns", "b2; a3; a2; c3; b3"]);
    assert_eq!(won, "result: black (three sides)\n");
}

#[test]
fn the_count_stands_alone_on_the_last_line() {
    assert_eq!(prints(&["perft", "y", "2"]), "8649\n");
    let divided = prints(&["perft", "y", "2", "--set", "board=triangle-3", "--divide"]);
    assert_eq!(divided.lines().next(), Some("a1 6"));
    assert_eq!(divided.lines().last(), Some("36"));
    assert_eq!(prints(&["perft", "y", "0"]), "1\n");
    assert_eq!(
        prints(&["perft", "y", "1", "--set", "board=triangle-3 pie=off", "--turns", "b2; a3; a2; c3; b3"]),
        "0\n"
    );
}

#[test]
fn wrong_input_is_answered_with_what_would_be_right() {
    assert!(refuses(&["turns", "yinch"]).contains("yinsh"));
    assert!(refuses(&["trns", "yinsh"]).contains("turns"));
    assert!(refuses(&["turns", "yinsh", "--set", "variant=blits"]).contains("standard | blitz"));
    assert!(
        refuses(&["turns", "y", "--turns", "c7; e99"])
            .contains("turn 2 of --turns: `e99`: no such point on the 93-node board")
    );
    assert!(refuses(&["turns", "y", "--setup", "b=a1"]).contains("act=white or act=black"));
    let in_french = |arguments: &[&str]| refuses(&[&["--lang", "fr"][..], arguments].concat());
    assert!(
        in_french(&["turns", "y", "--turns", "c7; e99"])
            .contains("coup 2 de --turns: « e99 » : ce point n’existe pas sur le plateau")
    );
    assert!(
        in_french(&["show", "y", "--setup", "b=a1"]).contains("une position demande act=white ou act=black")
    );
    assert!(in_french(&["perft", "y", "1", "--set", "pie=peut-être"]).contains("valeurs possibles"));
    assert!(refuses(&["perft", "y", "two"]).contains("two"));
    assert!(refuses(&["perft", "y", "-1"]).contains("-1 is not in 0"));
    let laws = refuses(&["turns", "yinyang"]);
    assert!(laws.contains("too many") && !laws.contains("--limit"), "{laws}");
    let stones = refuses(&["turns", "y", "--set", "pie=off handicap=4"]);
    assert!(stones.contains("more than 20000 turns") && stones.contains("--limit"), "{stones}");
    let three = ["turns", "y", "--set", "pie=off handicap=3 board=triangle-9", "--limit"];
    assert_eq!(prints(&[&three[..], &["14190"]].concat()).lines().count(), 14190);
    assert!(refuses(&[&three[..], &["14189"]].concat()).contains("more than 14189"));
    assert!(refuses(&["replay", "no-such-file.txt"]).contains("no-such-file.txt"));
    assert!(refuses(&["playouts", "y", "--seconds", "-1"]).contains("seconds"));
}

#[test]
fn playouts_print_one_line() {
    for arguments in
        [&["playouts", "y", "--seconds", "0.05"][..], &["playouts", "zen", "--seconds", "0.05", "--generic"]]
    {
        let line = prints(arguments);
        assert_eq!(line.lines().count(), 1);
        for part in [" playouts/s, mean length ", " turns, white ", " %, black ", " %, draws "] {
            assert!(line.contains(part), "{line}");
        }
    }
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, png) = (folder.path().join("p.svg"), folder.path().join("p.png"));
    let (svg, png) = (svg.to_str().expect("a path"), png.to_str().expect("a path"));
    assert_eq!(prints(&["show", "zen", "--turns", "f6-i9", "--svg", svg, "--png", png]), "");
    let drawing = std::fs::read_to_string(svg).expect("an SVG");
    assert!(
        drawing.starts_with("<svg") && drawing.contains(r#"class="print""#),
        "with the signs on the board"
    );
    assert!(std::fs::read(png).expect("a PNG").starts_with(b"\x89PNG"));
    assert!(refuses(&["show", "zen", "--svg", "/no/such/folder/p.svg"]).contains("/no/such/folder/p.svg"));
    assert!(prints(&["show", "zen", "--caption", "Round 3"]).starts_with("Round 3\n"), "on the terminal too");
}

#[test]
fn a_game_at_the_terminal_is_saved_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("a path");
    let input = format!("b2\nb2\nundo\nb2\na3\na2\nc3\nsave {file}\nstep\nb3\nsave {file}\nquit\n");
    let output = run_with_input(&["play", "y", "--set", "board=triangle-3 pie=off"], &input);
    assert!(output.status.success());
    assert!(stderr(&output).contains("`b2`: b2 is occupied"), "{}", stderr(&output));
    assert!(stdout(&output).contains("Black wins (three sides)"));
    let replayed = prints(&["replay", file]);
    assert!(replayed.contains("5. b3\nresult: black (three sides)"));
    std::fs::write(file, replayed.lines().take(9).collect::<Vec<_>>().join("\n") + "\n5. z9\n")
        .expect("a file");
    assert!(refuses(&["replay", file]).contains("`z9`: no such point"));
}

#[test]
fn whatever_is_typed_is_answered_and_harmless() {
    let long = "a".repeat(10_000);
    let input = format!("\u{1b}[A\n{long}\nc7\nswap\nnames\nquit\n");
    let output = run_with_input(&["play", "y"], &input);
    assert!(output.status.success());
    let (text, refused) = (stdout(&output), stderr(&output));
    assert!(!refused.contains('\u{1b}'), "an arrow key does not steer the terminal");
    assert!(refused.lines().count() == 2 && refused.lines().all(|line| line.len() < 200), "{refused}");
    assert!(text.contains("White swapped: the players exchange colours"), "{text}");
    assert!(text.contains("d13"), "every point is named");
}

#[test]
fn a_turn_is_built_step_by_step() {
    let output = run_with_input(&["play", "zen", "--lang", "fr"], "pas\nc4\nz9\nretour\nc4\nc2\nquitter\n");
    assert!(stdout(&output).contains("c4 …\nchoisissez sa destination :\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("Les Blancs ont joué c4-c2"));
    assert_eq!(stderr(&output).lines().count(), 1, "only z9 is refused: {}", stderr(&output));
}

#[test]
fn a_finished_game_says_what_is_left_to_do() {
    let output = run_with_input(&["play", "y"], "resign\ndraw\nturns\nstep\nresign\n\n");
    assert_eq!(stderr(&output).matches("the game is over").count(), 4, "{}", stderr(&output));
    assert!(stdout(&output).contains("White wins (resigned)"));
    assert!(stdout(&output).contains("`undo` to take back the last turn"));
}

#[test]
fn rounds_of_a_match_follow_each_other() {
    let play = ["play", "zen", "--set", "variant=3"];
    let output = run_with_input(&play, "draw\nyes\n\nresign\n");
    let text = stdout(&output);
    assert!(
        text.contains("Draw (agreed); match: White 0, Black 0. Press Enter for the next round> "),
        "{text}"
    );
    assert!(text.contains("Round 2; match: White 0, Black 0\n"));
    assert!(text.contains("White wins (resigned); match: White 0, Black 0: White wins it> "));
}

#[test]
fn a_record_may_come_from_any_editor() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "\u{feff}taijitu record 1\r\ngame: y\r\nrules: 1\r\n\r\n1. c7\r\n")
        .expect("a file");
    assert!(prints(&["replay", file.to_str().expect("a path")]).contains("1. c7"));
    std::fs::write(&file, "taijitu record 1\ngame: y\nrules: 1\n\n1. \u{1b}[31mc7\n").expect("a file");
    assert!(!refuses(&["replay", file.to_str().expect("a path")]).contains('\u{1b}'));
}

#[test]
fn secrets_are_never_printed_to_the_other_player() {
    let (black, white) = ("bbbb>bb.b bwbw>b.bw wwbb>* b..b>bwwb", "bbbb>.bbb bwbw>* .b..>bbw. wwbw>.wbw");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let save = format!("save {}", file.display());
    let input = format!("\n{black}\n\n{white}\nshow\n{save}\nundo\nundo\nquit\n");
    let output = run_with_input(&["play", "yinyang"], &input);
    let all = stdout(&output) + &stderr(&output);
    for law in black.split(' ').chain(white.split(' ')) {
        assert!(!all.contains(law), "{law} was printed");
    }
    let saved = std::fs::read_to_string(file).expect("a record");
    assert!(saved.contains("1. laws ? ? ? ?") && !saved.contains(">*"), "{saved}");
}

#[test]
fn a_rewritten_law_is_never_printed_to_the_other_player() {
    let (black, white) = ("bbbb>bb.b bwbw>b.bw bbbb>* b..b>bwwb", "bbbb>.bbb bwbw>bw.w .b..>bbw. bbww>.bww");
    let laws = format!("\n{black}\n\n{white}\n");
    let typed = "L3@a1=L2:wwbb>w.bb\n";
    let built = "step\n\nL3\na1\nL2\nwwbb>w.bb\n";
    for turn in [typed, built] {
        let output = run_with_input(&["play", "yinyang"], &format!("{laws}{turn}quit\n"));
        let all = stdout(&output) + &stderr(&output);
        assert!(all.contains("L3@a1=L2:?"), "{all}");
        assert!(!all.contains("wwbb>w"), "{all}");
    }
}

#[test]
fn why_a_law_is_refused_is_said_in_private() {
    let laws = "\nbbbb>bb.b bwbw>b.bw bbbb>* b..b>bwwb\n\nbbbb>.bbb bwbw>bw.w .b..>bbw. bbww>.bww\n";
    let output = run_with_input(&["play", "yinyang"], &format!("{laws}L4@a1\n\n\nquit\n"));
    assert_eq!(stdout(&output).matches("press Enter when you are alone").count(), 3);
    assert!(stdout(&output).contains("Press Enter to clear the screen."));
    assert!(stderr(&output).contains("`L4@a1`"), "{}", stderr(&output));
}

#[test]
fn choices_that_tell_of_laws_are_made_in_private() {
    let (black, white) = ("bbbb>bb.b bwbw>b.bw bbbb>* b..b>bwwb", "bbbb>.bbb bwbw>bw.w .b..>bbw. bbww>.bww");
    let output =
        run_with_input(&["play", "yinyang"], &format!("\n{black}\n\n{white}\nstep\n\nL3\ncancel\nquit\n"));
    let text = stdout(&output);
    let (before, after) = text.split_once("Choose; ").expect("the builder begins");
    assert!(before.ends_with("Black, press Enter when you are alone with the screen. "), "{before}");
    let (_, after) = after.rsplit_once("\n? ").expect("the last question of the builder");
    assert!(after.contains("(1) ?") && !after.contains('→'), "the laws are covered again: {after}");
}

const SGF: &str = include_str!("../../rules/tests/data/boardspace/blitz.sgf");

#[test]
fn games_are_brought_along_and_taken_away_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (data, other, files) = (path("data"), path("other"), path("files"));
    std::fs::create_dir_all(folder.path().join("files/deeper")).expect("a folder");
    let record = "taijitu record 1\ngame: y\nrules: 1\nwhite: Ada\ndate: 2026-11-15\n\n1. c7\n2. d8\n";
    let two = format!("{record}\n{}result: white (resigned)\n", record.replace("Ada", "Bea"));
    std::fs::write(path("files/two.txt"), two).expect("written");
    std::fs::write(path("files/deeper/blitz.sgf"), SGF).expect("written");
    std::fs::write(path("files/notes.md"), "nothing to do with it").expect("written");
    assert_eq!(prints(&["import", &files, "--data", &data]), "taken 3, already there 0, refused 0\n");
    assert_eq!(
        prints(&["import", &files, "--data", &data, "--lang", "fr"]),
        "prises 0, déjà là 3, refusées 0\n"
    );

    // What is wrong is named with its file and line; the rest is taken.
    std::fs::write(
        path("wrong.txt"),
        format!("{}\n{}", record.replace("Ada", "Cem"), record.replace("d8", "c7")),
    )
    .expect("written");
    let output = run(&["import", &path("wrong.txt"), "--data", &data]);
    assert_eq!(
        (output.status.code(), stdout(&output).as_str()),
        (Some(2), "taken 1, already there 0, refused 1\n")
    );
    assert!(stderr(&output).contains("wrong.txt: line 17: `c7`: c7 is occupied"), "{}", stderr(&output));
    assert!(refuses(&["import", &path("nowhere"), "--data", &data]).contains("cannot read"));

    // One stream, compressed or not, as text or as JSON, makes the same archive elsewhere.
    let all = prints(&["export", "--data", &data]);
    assert_eq!((all.matches("# game ").count(), all.matches("taijitu record 1\n").count()), (4, 4));
    for (name, format) in [("all.txt.gz", "text"), ("all.jsonl", "json")] {
        let file = path(name);
        assert_eq!(prints(&["export", "--data", &data, "--out", &file, "--format", format]), "4 games\n");
        let copy = format!("{other}-{format}");
        assert_eq!(prints(&["import", &file, "--data", &copy]), "taken 4, already there 0, refused 0\n");
        assert_eq!(prints(&["export", "--data", &copy]), all);
    }
    assert_eq!(prints(&["export", "--data", &data, "--game", "yinsh"]).matches("# game ").count(), 1);
    assert!(refuses(&["export", "--data", &path("nowhere")]).contains("there is no database"));

    let id = all.lines().next().and_then(|line| line.strip_prefix("# game ")).expect("an id");
    let replayed = prints(&["replay", "--data", &data, &format!("http://localhost:8080/fr/game/{id}#3")]);
    assert!(replayed.starts_with("taijitu record 1\ngame: "), "{replayed}");
    let json = path("one.json");
    prints(&["replay", "--data", &data, id, "--save", &json]);
    assert!(std::fs::read_to_string(&json).expect("written").starts_with("{\"format\":\"taijitu record 1\""));
    assert_eq!(prints(&["replay", &json]), replayed);
    assert!(
        refuses(&["replay", "--data", &data, "00000000000000000000000000"]).contains("no such finished game")
    );
}
