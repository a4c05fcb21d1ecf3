//! Code that only fails, made as short as it can be.
//!
//! A panic in a browser ends in a trap, and its message is written nowhere. So what is computed for the message, and the call that
//! would write it, become the trap itself. Afterwards the traps of a function are one.

use wasm_encoder::{BlockType, Instruction};

/// An instruction with the place it was read from.
#[derive(Clone, Debug)]
pub(crate) struct LocatedInstruction<'a> {
    pub(crate) instruction: Instruction<'a>,
    /// The offset in the module where it begins and the one where it ends.
    pub(crate) range: std::ops::Range<usize>,
}

/// Shortens the body of a function. `fails` is true for functions that do nothing but trap.
pub(crate) fn shorten<'a>(
    body: Vec<LocatedInstruction<'a>>,
    fails: &dyn Fn(u32) -> bool,
) -> Vec<LocatedInstruction<'a>> {
    let mut body = without_dead_code(trap_early(body, fails));
    loop {
        let shorter = without_dead_code(trap_early(share_traps(&body), fails));
        if shorter.len() == body.len() {
            return shorter;
        }
        body = shorter;
    }
}

/// Whether a function does nothing but trap.
pub(crate) fn only_traps(body: &[LocatedInstruction<'_>]) -> bool {
    matches!(body, [LocatedInstruction { instruction: Instruction::Unreachable, .. }, ..])
}

/// Replaces calls of functions that trap, and what leads to nothing else, by traps.
fn trap_early<'a>(
    body: Vec<LocatedInstruction<'a>>,
    fails: &dyn Fn(u32) -> bool,
) -> Vec<LocatedInstruction<'a>> {
    let mut written: Vec<LocatedInstruction<'a>> = Vec::with_capacity(body.len());
    for placed in body {
        let traps = match placed.instruction {
            Instruction::Call(function) => fails(function),
            ref other => matches!(other, Instruction::Unreachable),
        };
        if traps {
            while written.last().is_some_and(|last| only_computes(&last.instruction)) {
                written.pop();
            }
            // What the call referred to, the trap does not.
            let range = placed.range.end..placed.range.end;
            written.push(LocatedInstruction { instruction: Instruction::Unreachable, range });
        } else {
            written.push(placed);
        }
    }
    written
}

/// Whether nobody can tell, once the module has trapped, that an instruction was executed before: it neither branches nor calls.
const fn only_computes(instruction: &Instruction<'_>) -> bool {
    use Instruction as I;
    !matches!(
        instruction,
        I::Unreachable
            | I::Block(_)
            | I::Loop(_)
            | I::If(_)
            | I::Else
            | I::End
            | I::Br(_)
            | I::BrIf(_)
            | I::BrTable(..)
            | I::Return
            | I::Call(_)
            | I::CallIndirect { .. }
            | I::ReturnCall(_)
            | I::ReturnCallIndirect { .. }
    )
}

/// Leaves out instructions that are never reached.
fn without_dead_code(body: Vec<LocatedInstruction<'_>>) -> Vec<LocatedInstruction<'_>> {
    let (mut written, mut is_dead, mut depth) = (Vec::with_capacity(body.len()), false, 0_u32);
    for placed in body {
        match placed.instruction {
            Instruction::Block(_) | Instruction::Loop(_) | Instruction::If(_) if is_dead => depth += 1,
            Instruction::End if is_dead && depth > 0 => depth -= 1,
            Instruction::Else | Instruction::End if depth == 0 => is_dead = false,
            _ => (),
        }
        if is_dead {
            continue;
        }
        is_dead = matches!(
            placed.instruction,
            Instruction::Unreachable | Instruction::Br(_) | Instruction::BrTable(..) | Instruction::Return
        );
        written.push(placed);
    }
    written
}

/// A label of a function: a block, a loop or a condition.
struct BranchLabel {
    /// Whether a branch to it ends in a trap.
    traps: bool,
    /// Whether it is a block or a condition without values, so that any trap can be a branch to it.
    is_plain: bool,
    /// Whether anything branches to it, or it has to stay for another reason.
    is_needed: bool,
}

/// Leads all branches that end in a trap to the same trap, and leaves out the blocks to which nothing branches.
fn share_traps<'a>(body: &[LocatedInstruction<'a>]) -> Vec<LocatedInstruction<'a>> {
    let mut labels = labels_of(body);
    let mut led = body.to_vec();
    // The labels around an instruction, from the outside.
    let mut around = vec![];
    let mut next = 0;
    for placed in &mut led {
        match &mut placed.instruction {
            Instruction::Block(_) | Instruction::Loop(_) | Instruction::If(_) => {
                around.push(next);
                next += 1;
            }
            Instruction::End => drop(around.pop()),
            Instruction::Br(depth) => {
                if target(&around, *depth).is_some_and(|label| labels[label].traps) {
                    placed.instruction = Instruction::Unreachable;
                } else {
                    lead(&around, &mut labels, depth);
                }
            }
            Instruction::BrIf(depth) => lead(&around, &mut labels, depth),
            Instruction::BrTable(depths, default) => {
                depths.to_mut().iter_mut().chain([default]).for_each(|depth| {
                    lead(&around, &mut labels, depth);
                });
            }
            _ => (),
        }
    }
    without_unused_blocks(led, &labels)
}

/// The labels of a function, in the order in which they begin.
fn labels_of(body: &[LocatedInstruction<'_>]) -> Vec<BranchLabel> {
    let (mut labels, mut open) = (vec![], vec![]);
    for (at, placed) in body.iter().enumerate() {
        match placed.instruction {
            Instruction::Block(kind) | Instruction::If(kind) => {
                let is_plain = matches!(kind, BlockType::Empty);
                let is_if = matches!(placed.instruction, Instruction::If(_));
                open.push(labels.len());
                labels.push(BranchLabel { traps: false, is_plain, is_needed: is_if || !is_plain });
            }
            Instruction::Loop(_) => {
                open.push(labels.len());
                labels.push(BranchLabel { traps: false, is_plain: false, is_needed: true });
            }
            Instruction::End => {
                let Some(label) = open.pop() else { continue };
                let after = body[at..].iter().find(|after| !matches!(after.instruction, Instruction::End));
                let traps = after.is_some_and(|after| matches!(after.instruction, Instruction::Unreachable));
                labels[label].traps = traps && labels[label].is_plain;
            }
            _ => (),
        }
    }
    labels
}

/// The label of a branch; nothing if it returns.
fn target(around: &[usize], depth: u32) -> Option<usize> {
    around.iter().rev().nth(depth as usize).copied()
}

/// Changes a branch that ends in a trap, so that it leads to the outermost one around.
fn lead(around: &[usize], labels: &mut [BranchLabel], depth: &mut u32) {
    let Some(mut label) = target(around, *depth) else { return };
    if labels[label].traps
        && let Some(outermost) = around.iter().position(|&label| labels[label].traps)
    {
        label = around[outermost];
        *depth = (around.len() - 1 - outermost) as u32;
    }
    labels[label].is_needed = true;
}

/// Leaves out blocks to which nothing branches.
fn without_unused_blocks<'a>(
    body: Vec<LocatedInstruction<'a>>,
    labels: &[BranchLabel],
) -> Vec<LocatedInstruction<'a>> {
    let (mut written, mut around, mut next) = (Vec::with_capacity(body.len()), vec![], 0);
    for mut placed in body {
        match &mut placed.instruction {
            Instruction::Block(_) | Instruction::Loop(_) | Instruction::If(_) => {
                let is_needed = labels[next].is_needed;
                next += 1;
                around.push(is_needed);
                if !is_needed {
                    continue;
                }
            }
            Instruction::End if around.pop() == Some(false) => continue,
            Instruction::Br(depth) | Instruction::BrIf(depth) => renumber(&around, depth),
            Instruction::BrTable(depths, default) => {
                depths.to_mut().iter_mut().chain([default]).for_each(|depth| renumber(&around, depth));
            }
            _ => (),
        }
        written.push(placed);
    }
    written
}

/// Counts only the blocks that stay.
fn renumber(around: &[bool], depth: &mut u32) {
    let left_out = around.iter().rev().take(*depth as usize).filter(|&&is_needed| !is_needed).count();
    *depth -= left_out as u32;
}

#[cfg(test)]
mod tests {
    use super::*;
    use Instruction as I;

    /// A function that imports, one that does nothing but trap.
    const IMPORTED: u32 = 0;
    const PANICS: u32 = 1;

    /// As text, since instructions cannot be compared.
    fn written(body: &[I<'static>]) -> Vec<String> {
        body.iter().map(|instruction| format!("{instruction:?}")).collect()
    }

    fn shortened(body: &[I<'static>]) -> Vec<String> {
        let place = |(at, instruction): (usize, &I<'static>)| LocatedInstruction {
            instruction: instruction.clone(),
            range: at..at + 1,
        };
        let body = body.iter().enumerate().map(place).collect();
        let short = shorten(body, &|function| function == PANICS);
        written(&short.into_iter().map(|placed| placed.instruction).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_computed_for_a_panic_is_left_out() {
        let message =
            [I::LocalGet(0), I::I32Const(1024), I::I32Store(MEMORY), I::I32Const(7), I::Call(PANICS)];
        let body = [&[I::Call(IMPORTED)], &message[..], &[I::Unreachable, I::End]].concat();
        let short = [I::Call(IMPORTED), I::Unreachable, I::End];
        assert_eq!(shortened(&body), written(&short), "calls are kept");
    }

    #[test]
    fn the_traps_of_a_function_are_one() {
        let check = |depth| [I::LocalGet(depth), I::BrIf(depth)];
        let panic = |place| [I::End, I::I32Const(place), I::Call(PANICS), I::Unreachable];
        let body = [
            &[I::Block(BlockType::Empty), I::Block(BlockType::Empty), I::Block(BlockType::Empty)][..],
            &check(0),
            &check(1),
            &check(2),
            &[I::Return],
            &panic(10),
            &panic(11),
            &panic(12),
            &[I::End],
        ]
        .concat();
        let all = [I::LocalGet(0), I::BrIf(0), I::LocalGet(1), I::BrIf(0), I::LocalGet(2), I::BrIf(0)];
        let short =
            [&[I::Block(BlockType::Empty)], &all[..], &[I::Return, I::End, I::Unreachable, I::End]].concat();
        assert_eq!(shortened(&body), written(&short));
    }

    #[test]
    fn branches_to_what_stays_count_the_blocks_that_stay() {
        // The outer block is left by a branch, the inner one is a trap that nothing needs.
        let body = [
            I::Block(BlockType::Empty),
            I::Block(BlockType::Empty),
            I::LocalGet(0),
            I::BrTable([1, 2].as_slice().into(), 1),
            I::End,
            I::Call(PANICS),
            I::Unreachable,
            I::End,
            I::Call(IMPORTED),
            I::End,
        ];
        let short = [
            I::Block(BlockType::Empty),
            I::LocalGet(0),
            I::BrTable([0, 1].as_slice().into(), 0),
            I::End,
            I::Call(IMPORTED),
            I::End,
        ];
        assert_eq!(shortened(&body), written(&short));
    }

    #[test]
    fn loops_and_conditions_stay() {
        let body = [
            I::Loop(BlockType::Empty),
            I::LocalGet(0),
            I::If(BlockType::Empty),
            I::Call(IMPORTED),
            I::Else,
            I::I32Const(3),
            I::Call(PANICS),
            I::Unreachable,
            I::End,
            I::Br(0),
            I::End,
            I::End,
        ];
        let mut short = body.to_vec();
        short.drain(5..7);
        assert_eq!(shortened(&body), written(&short));
    }

    const MEMORY: wasm_encoder::MemArg = wasm_encoder::MemArg { offset: 0, align: 2, memory_index: 0 };
}
