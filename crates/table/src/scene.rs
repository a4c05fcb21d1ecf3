//! A position as it is drawn for a viewer, and the tree of what may be touched next.

use crate::clock::DecisionContext;
use crate::game::TableGame;
use crate::log_event::Occupant;
use crate::problems;
use crate::table::Table;
use crate::view::Viewer;
use crate::wire;
use taijitu_protocol::{Branch, Change, Note, PlacedPiece, Problem, Scene, Touch, TouchExplanation, Words};
use taijitu_rules::short::sort_short;
use taijitu_rules::turns::{LISTED, ListError, TooManyTurns};
use taijitu_rules::{AnyDraft, AnyPlay, Audience, Lang, Meta, Point, Refusal, Side, Text, TurnError, View};

/// Approximate size in bytes of the branches that are sent with a position.
const BRANCH_BYTES: usize = 16 * 1024;

impl Table {
    /// The position of a game as a viewer sees it; with `next`, what may be touched if it is the viewer's turn.
    pub(crate) fn scene(
        &self,
        game: &TableGame,
        viewer: Viewer,
        next: bool,
        context: &DecisionContext<'_>,
    ) -> Scene {
        Scene {
            turn: game.turns,
            sides: game.sides(),
            acts: game.acting(),
            clocks: self.clocks(context),
            next: if next { self.next_touches(game, viewer) } else { None },
            ..position(&*game.play, self.audience(viewer))
        }
    }

    /// The position after an event, for a viewer who subscribed to positions.
    #[must_use]
    pub fn scene_for(&self, viewer: Viewer, context: &DecisionContext<'_>) -> Option<Scene> {
        Some(self.scene(self.game.as_ref()?, viewer, true, context))
    }

    /// The side for which a viewer would build a turn now.
    fn builds_for(&self, game: &TableGame, viewer: Viewer) -> Option<Side> {
        if game.paused {
            return None;
        }
        let own = self.seats_of_viewer(viewer).into_iter().filter(|&seat| game.acts(seat));
        // Black writes first where one person plays both sides at once.
        own.map(|seat| game.rules_side(seat)).min_by_key(|&side| side == Side::White)
    }

    fn next_touches(&self, game: &TableGame, viewer: Viewer) -> Option<Vec<Branch>> {
        let side = self.builds_for(game, viewer)?;
        let make = || branches(&mut *game.play.draft(side), side);
        Some(self.touches.get_or_make(self.head(), side, make))
    }

    /// The game of a viewer whose turn it is, and the side that acts.
    /// The caller lists turns or touches of the copy on another thread, with [`list_turns`] or [`branch`].
    ///
    /// # Errors
    /// `not_running` or `not_your_turn`.
    pub fn drafting(&self, viewer: Viewer) -> Result<(Side, Box<dyn AnyPlay>), Problem> {
        let game = self.game_running()?;
        let side = self.builds_for(game, viewer).ok_or_else(problems::not_your_turn)?;
        Ok((side, game.play.boxed_clone()))
    }

    /// What may be touched after some touches, for a viewer whose turn it is.
    ///
    /// # Errors
    /// `not_running`, `not_your_turn`; `illegal_turn` if the touches do not begin a turn.
    pub fn branch(&self, viewer: Viewer, touches: &[Touch]) -> Result<Vec<Branch>, Problem> {
        let game = self.game_running()?;
        let side = self.builds_for(game, viewer).ok_or_else(problems::not_your_turn)?;
        branch(&*game.play, side, touches)
    }

    /// The data needed to explain to a player of this table why a point cannot be touched.
    ///
    /// # Errors
    /// `not_running`; `not_seated` if the viewer does not play.
    pub fn explaining(&self, viewer: Viewer) -> Result<Explanation, Problem> {
        let game = self.game_running()?;
        if self.seats_of_viewer(viewer).is_empty() {
            return Err(problems::not_seated());
        }
        if game.paused {
            let message = problems::paused().message;
            return Ok(Explanation::Answered(TouchExplanation { message, rule: "paused".into() }));
        }
        Ok(match self.builds_for(game, viewer) {
            None => Explanation::Answered(reason(&Refusal::NotYourTurn(game.play.to_act().side()))),
            Some(side) => Explanation::Drafting(side, game.play.boxed_clone()),
        })
    }

    /// The side and the position for which a viewer may get a hint: only against engines, or at a hot seat.
    ///
    /// # Errors
    /// `not_running`, `not_seated`, `game_paused`, `not_your_turn`; `not_now` if another person plays.
    pub fn advisable(&self, viewer: Viewer) -> Result<(Side, Box<dyn AnyPlay>), Problem> {
        let game = self.game_running()?;
        if self.seats_of_viewer(viewer).is_empty() {
            return Err(problems::not_seated());
        }
        let person = |who: &Option<Occupant>| matches!(who, Some(Occupant::Player(player)) if Some(*player) != viewer.0);
        if self.seats().iter().any(person) {
            return Err(problems::advice_against_person());
        }
        if game.paused {
            return Err(problems::paused());
        }
        let side = self.builds_for(game, viewer).ok_or_else(problems::not_your_turn)?;
        Ok((side, game.play.boxed_clone()))
    }
}

/// The data from which [`Explanation::why`] answers.
pub enum Explanation {
    /// The answer is the same for every touch: the clocks are stopped, or it is another player's turn.
    Answered(TouchExplanation),
    /// The side that builds a turn, and the game.
    Drafting(Side, Box<dyn AnyPlay>),
}

impl Explanation {
    /// Why something cannot be touched after some touches.
    ///
    /// # Errors
    /// `illegal_turn` if the touches do not begin a turn.
    pub fn why(self, touches: &[Touch], touch: &Touch) -> Result<TouchExplanation, Problem> {
        match self {
            Self::Answered(why) => Ok(why),
            Self::Drafting(side, play) => {
                let mut draft = play.draft(side);
                follow(&mut *draft, touches)?;
                why(&*draft, play.meta(), touch)
            }
        }
    }
}

/// What may be touched after some touches of a side.
///
/// # Errors
/// `illegal_turn` if the touches do not begin a turn.
pub fn branch(play: &dyn AnyPlay, side: Side, touches: &[Touch]) -> Result<Vec<Branch>, Problem> {
    let mut draft = play.draft(side);
    follow(&mut *draft, touches)?;
    Ok(branches(&mut *draft, side))
}

/// The legal turns of a game; an empty list while Yin Yang's laws are written, and if `stop` returned true
/// meanwhile.
///
/// # Errors
/// `too_many_to_list`.
pub fn list_turns(play: &dyn AnyPlay, stop: &dyn Fn() -> bool) -> Result<Vec<String>, Problem> {
    match play.turns_within(LISTED, stop) {
        Err(ListError::TooMany(TooManyTurns { limit })) if !play.has_countless_turns() => {
            Err(problems::too_many_to_list(limit))
        }
        // With manual announcements the list must not reveal which turns give check.
        Ok(turns) if play.is_announced_by_hand() => {
            Ok(turns.iter().map(|turn| turn.trim_end_matches(['+', '#']).to_owned()).collect())
        }
        turns => Ok(turns.unwrap_or_default()),
    }
}

/// A position as an audience sees it, without seats, clocks and possible touches.
pub(crate) fn position(play: &dyn AnyPlay, audience: Audience) -> Scene {
    let view = play.view(audience);
    let note =
        |note: &taijitu_rules::view::Note| Note { text: wire::words(note.text), at: note.at.map(|at| at.0) };
    Scene {
        board: view.board.id.clone(),
        turn: 0,
        pieces: wire::pieces(&view),
        trays: wire::trays(&view),
        laws: wire::laws(&view),
        notes: view.notes.iter().map(note).collect(),
        threats: wire::threats(&view),
        last: wire::points(&play.last_points()),
        captured: wire::some_captured(play.last_captured()),
        decisive: wire::points(&play.decisive()),
        sides: vec![],
        acts: vec![],
        prompt: wire::words(play.prompt()),
        points: play.match_state().map(|state| (state.points[0], state.points[1])),
        clocks: None,
        next: None,
    }
}

/// Applies touches in order.
pub(crate) fn follow(draft: &mut dyn AnyDraft, touches: &[Touch]) -> Result<(), Problem> {
    for touch in touches {
        let refused = |why: Refusal| problems::illegal(&TurnError::whole(&format!("{touch:?}"), why));
        let choice = find_touch(draft, touch).ok_or_else(|| refused(Refusal::NotLegal))?;
        draft.touch(choice).map_err(refused)?;
    }
    Ok(())
}

/// Why something cannot be touched next.
pub(crate) fn why(draft: &dyn AnyDraft, meta: &Meta, touch: &Touch) -> Result<TouchExplanation, Problem> {
    let touch = match touch {
        Touch::Point(point) => taijitu_rules::Touch::Point(Point(*point)),
        Touch::Law(number) => taijitu_rules::Touch::Law(*number),
        Touch::Text(text) => taijitu_rules::Touch::Text(text.clone()),
        Touch::Word(word) => {
            let known = meta.words.iter().find(|button| button.word == word.as_str());
            taijitu_rules::Touch::Word(known.ok_or_else(problems::no_such_word)?.word)
        }
    };
    let possible = || TouchExplanation { message: wire::words(POSSIBLE), rule: "possible".into() };
    Ok(draft.why_not(&touch).map_or_else(possible, |why| reason(&why)))
}

const POSSIBLE: Text = Text { en: "nothing forbids this", fr: "rien ne l’interdit" };

fn reason(why: &Refusal) -> TouchExplanation {
    TouchExplanation { message: Words::new(why.say(Lang::En), why.say(Lang::Fr)), rule: why.code().into() }
}

/// The choice of the rules that a touch of the protocol means.
fn find_touch(draft: &dyn AnyDraft, touch: &Touch) -> Option<taijitu_rules::Touch> {
    draft.choices().into_iter().find(|choice| wire::touch(choice) == *touch)
}

/// The tree of touches below a draft, level by level, up to about [`BRANCH_BYTES`].
/// The first level is always complete; a branch whose next level did not fit has `more` set.
pub(crate) fn branches(draft: &mut dyn AnyDraft, side: Side) -> Vec<Branch> {
    let mut found = level(draft, side);
    let mut left = BRANCH_BYTES.saturating_sub(size(&found));
    for depth in 1.. {
        let mut grown = false;
        let fits = grow(draft, side, &mut found, depth, &mut left, &mut grown);
        if !fits || !grown {
            break;
        }
    }
    found
}

/// Adds the next level below the branches at a depth; false if it did not fit.
fn grow(
    draft: &mut dyn AnyDraft,
    side: Side,
    branches: &mut [Branch],
    depth: usize,
    left: &mut usize,
    grown: &mut bool,
) -> bool {
    for branch in branches.iter_mut().filter(|branch| branch.more || !branch.next.is_empty()) {
        let Some(touch) = find_touch(draft, &branch.touch) else {
            continue;
        };
        let begun = draft.pending().to_vec();
        if draft.touch(touch).is_err() {
            continue;
        }
        let fits = if depth > 1 {
            grow(draft, side, &mut branch.next, depth - 1, left, grown)
        } else {
            let next = level(draft, side);
            let size = size(&next);
            let fits = size <= *left;
            if fits {
                *left -= size;
                *grown = true;
                branch.more = false;
                branch.next = next;
            }
            fits
        };
        back_to(draft, &begun);
        if !fits {
            return false;
        }
    }
    true
}

/// Takes back the last touch. A draft takes back a whole step where the touch completed one: the earlier
/// touches of that step are applied again.
fn back_to(draft: &mut dyn AnyDraft, begun: &[taijitu_rules::Touch]) {
    draft.back();
    for touch in &begun[draft.pending().len().min(begun.len())..] {
        draft.touch(touch.clone()).expect("it was touched a moment ago");
    }
}

/// What may be touched next, with what each touch changes.
fn level(draft: &mut dyn AnyDraft, side: Side) -> Vec<Branch> {
    let (before, prompt) = (draft.view(Audience::Side(side)), draft.prompt());
    let begun = draft.pending().to_vec();
    let mut found: Vec<Branch> = vec![];
    for choice in draft.choices() {
        // Any well-formed law is possible, and the page has its own editor: the first one stands for all.
        let law = if let taijitu_rules::Touch::Text(law) = &choice { Some(law.clone()) } else { None };
        let touch = if law.is_some() { Touch::Text(String::new()) } else { wire::touch(&choice) };
        if draft.touch(choice).is_err() {
            continue;
        }
        let complete = draft.is_complete();
        let mut spellings = if complete { draft.spellings(Audience::Side(side)) } else { vec![] };
        let turn = spellings.first().map(|text| {
            law.as_ref().and_then(|law| text.strip_suffix(law.as_str())).unwrap_or(text).to_owned()
        });
        if spellings.len() == 1 {
            spellings.clear();
        }
        found.push(Branch {
            touch,
            changes: changes(&before, &draft.view(Audience::Side(side))),
            turn,
            spellings,
            prompt: Some(draft.prompt()).filter(|now| !complete && *now != prompt).map(wire::words),
            next: vec![],
            more: !complete,
        });
        back_to(draft, &begun);
        if law.is_some() {
            break;
        }
    }
    found
}

/// The approximate size of branches as JSON; counting is much cheaper than serialising.
fn size(branches: &[Branch]) -> usize {
    let piece = |placed: &PlacedPiece| 30 + placed.piece.len();
    let change = |change: &Change| 24 + change.pieces.iter().map(piece).sum::<usize>();
    let one = |branch: &Branch| {
        36 + branch.turn.as_ref().map_or(0, |turn| turn.len() + 10)
            + branch.spellings.iter().map(|turn| turn.len() + 8).sum::<usize>()
            + branch.prompt.as_ref().map_or(0, |prompt| prompt.en.len() + prompt.fr.len() + 30)
            + branch.changes.iter().map(change).sum::<usize>()
    };
    branches.iter().map(one).sum()
}

fn changes(before: &View, after: &View) -> Vec<Change> {
    let on = |view: &View| {
        let mut all = wire::pieces(view);
        sort_short(&mut all, |a, b| a.at < b.at);
        all
    };
    let (old, new) = (on(before), on(after));
    let content = |all: &[PlacedPiece], at: u16| -> Vec<PlacedPiece> {
        let from = all.partition_point(|placed| placed.at < at);
        all[from..].iter().take_while(|placed| placed.at == at).cloned().collect()
    };
    let mut points: Vec<u16> = old.iter().chain(&new).map(|placed| placed.at).collect();
    sort_short(&mut points, |a, b| a < b);
    points.dedup();
    let differs = |&at: &u16| content(&old, at) != content(&new, at);
    points.into_iter().filter(differs).map(|at| Change { at, pieces: content(&new, at) }).collect()
}
