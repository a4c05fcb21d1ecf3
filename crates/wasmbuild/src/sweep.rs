//! Leaves out of a linked module what only panics need: messages, the places in the source they name, the code that writes them.
//!
//! The linker keeps all of it, because something refers to it. When calls that panic have become traps ([`crate::traps`]),
//! nothing does. The linker lists what refers to what (`--emit-relocs`), and so functions and constants without use are found.

use crate::traps::{self, LocatedInstruction};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::ops::Range;
use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder, utils};
use wasm_encoder::{CodeSection, DataSection, Function, Instruction, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, Data, DataKind, ExternalKind, FunctionBody, KnownCustom, Linking,
    LinkingSectionReader, Name, Parser, Payload, RelocSectionReader, SymbolInfo, TypeRef,
};

/// The functions of the standard library that end in a trap and are found by their names: the one in which every panic arrives,
/// and those that choose between several panics. A name that is not there any more makes the module larger, and nothing else.
const PANICS: [&str; 6] = [
    "rust_begin_unwind",
    "handle_alloc_error",
    "raw_vec12handle_error",
    "slice_index_fail",
    "slice_error_fail",
    "9panicking13assert_failed",
];

/// A linked module without what only panics need, and without its relocations.
///
/// # Errors
/// If the bytes are not a module of WebAssembly.
pub(crate) fn sweep(module: &[u8]) -> Result<Vec<u8>, String> {
    let write = || {
        let mut linked = LinkedModule::read(module)?;
        linked.trap_early();
        let mut written = Module::new();
        let mut swept = LiveModule { live: linked.live(), linked };
        utils::parse_core_module(&mut swept, &mut written, Parser::new(0), module)?;
        Ok::<_, Error>(written.finish())
    };
    write().map_err(|error| format!("{error:?}"))
}

/// What a relocation refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Symbol {
    Function(u32),
    /// An entry of [`LinkedModule::constants`].
    Constant(usize),
    Other,
}

/// A module as the linker writes it.
#[derive(Default)]
struct LinkedModule<'a> {
    /// How many functions are imported: they come first.
    imported: u32,
    bodies: Vec<Vec<LocatedInstruction<'a>>>,
    names: HashMap<u32, &'a str>,
    /// Functions that are called from outside.
    exported: Vec<u32>,
    symbols: Vec<Symbol>,
    /// Where constants, and variables with their first values, are written in the module.
    constants: Vec<Range<usize>>,
    /// The places in the module where something is referred to, in order, and what it is.
    references: Vec<(usize, Symbol)>,
}

impl<'a> LinkedModule<'a> {
    fn read(module: &'a [u8]) -> Result<Self, Error> {
        let mut linked = Self::default();
        let (mut code_start, mut data_start, mut segments) = (0, 0, vec![]);
        let (mut linking, mut relocations) = (None, vec![]);
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        linked.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        linked.exported.extend((export.kind == ExternalKind::Func).then_some(export.index));
                    }
                }
                Payload::StartSection { func, .. } => linked.exported.push(func),
                Payload::CodeSectionStart { range, .. } => code_start = range.start,
                Payload::CodeSectionEntry(body) => linked.bodies.push(instructions(&body)?),
                Payload::DataSection(section) => {
                    data_start = section.range().start;
                    for segment in section {
                        let segment = segment?;
                        segments.push(segment.range.end - segment.data.len());
                    }
                }
                Payload::CustomSection(section) => match (section.name(), section.as_known()) {
                    (_, KnownCustom::Name(names)) => linked.read_names(names)?,
                    (_, KnownCustom::Linking(section)) => linking = Some(section),
                    ("reloc.CODE", KnownCustom::Reloc(section)) => relocations.push((code_start, section)),
                    ("reloc.DATA", KnownCustom::Reloc(section)) => relocations.push((data_start, section)),
                    _ => (),
                },
                _ => (),
            }
        }
        if let Some(linking) = linking {
            linked.read_symbols(&linking, &segments)?;
        }
        for (start, section) in relocations {
            linked.read_references(start, &section)?;
        }
        linked.references.sort_unstable_by_key(|(at, _)| *at);
        Ok(linked)
    }

    fn read_names(&mut self, names: wasmparser::NameSectionReader<'a>) -> Result<(), Error> {
        for list in names {
            if let Name::Function(list) = list? {
                for naming in list {
                    let naming = naming?;
                    self.names.insert(naming.index, naming.name);
                }
            }
        }
        Ok(())
    }

    /// Reads the table of symbols; `segments` are the places in the module where the bytes of each segment begin.
    fn read_symbols(&mut self, linking: &LinkingSectionReader<'a>, segments: &[usize]) -> Result<(), Error> {
        for part in linking.subsections() {
            let Linking::SymbolTable(table) = part? else { continue };
            for symbol in table {
                let symbol = match symbol? {
                    SymbolInfo::Func { index, .. } => Symbol::Function(index),
                    SymbolInfo::Data { symbol: Some(data), .. } => match segments.get(data.index as usize) {
                        Some(start) => {
                            let start = start + data.offset as usize;
                            self.constants.push(start..start + data.size as usize);
                            Symbol::Constant(self.constants.len() - 1)
                        }
                        // Memory that begins as zeros is not written in the module.
                        None => Symbol::Other,
                    },
                    _ => Symbol::Other,
                };
                self.symbols.push(symbol);
            }
        }
        Ok(())
    }

    fn read_references(&mut self, start: usize, section: &RelocSectionReader<'a>) -> Result<(), Error> {
        for entry in section.entries() {
            let entry = entry?;
            // Types are numbered by themselves.
            if entry.ty != wasmparser::RelocationType::TypeIndexLeb {
                let symbol = self.symbols.get(entry.index as usize).copied().unwrap_or(Symbol::Other);
                self.references.push((start + entry.offset as usize, symbol));
            }
        }
        Ok(())
    }

    /// Makes traps of calls that panic, and of calls of functions that do nothing else, until there are none.
    fn trap_early(&mut self) {
        let panics = |name: &str| PANICS.iter().any(|part| name.contains(part));
        let named = |(index, name): (&u32, &&'a str)| panics(name).then_some(*index);
        let mut fail: HashSet<u32> = self.names.iter().filter_map(named).collect();
        let mut known = 0;
        while fail.len() > known {
            known = fail.len();
            for (index, body) in (self.imported..).zip(&mut self.bodies) {
                *body = traps::shorten(std::mem::take(body), &|function| fail.contains(&function));
                if traps::only_traps(body) {
                    fail.insert(index);
                }
            }
        }
    }

    /// What is used: by callers from outside, and by what is used.
    fn live(&self) -> HashSet<Symbol> {
        let mut live: HashSet<Symbol> = self.exported.iter().map(|&index| Symbol::Function(index)).collect();
        let mut open: Vec<Symbol> = live.iter().copied().collect();
        while let Some(symbol) = open.pop() {
            let mut used = vec![];
            match symbol {
                Symbol::Function(index) => self.used_by(index, &mut used),
                Symbol::Constant(at) => self.referred(&self.constants[at], &mut used),
                Symbol::Other => (),
            }
            open.extend(used.into_iter().filter(|&symbol| live.insert(symbol)));
        }
        live
    }

    /// What the code of a function uses.
    fn used_by(&self, index: u32, used: &mut Vec<Symbol>) {
        let Some(body) = index.checked_sub(self.imported).and_then(|own| self.bodies.get(own as usize))
        else {
            return;
        };
        for placed in body {
            if let Instruction::Call(function) = placed.instruction {
                used.push(Symbol::Function(function));
            }
            self.referred(&placed.range, used);
        }
    }

    /// What is referred to in a part of the module.
    fn referred(&self, range: &Range<usize>, used: &mut Vec<Symbol>) {
        let first = self.references.partition_point(|(at, _)| *at < range.start);
        let within = self.references[first..].iter().take_while(|(at, _)| *at < range.end);
        used.extend(within.map(|(_, symbol)| *symbol));
    }
}

fn instructions<'a>(body: &FunctionBody<'a>) -> Result<Vec<LocatedInstruction<'a>>, Error> {
    let mut reader = body.get_operators_reader()?;
    let mut instructions = vec![];
    while !reader.eof() {
        let start = reader.original_position();
        let instruction = RoundtripReencoder.instruction(reader.read()?)?;
        instructions.push(LocatedInstruction { instruction, range: start..reader.original_position() });
    }
    Ok(instructions)
}

/// A module of which only what is used is written.
struct LiveModule<'a> {
    linked: LinkedModule<'a>,
    live: HashSet<Symbol>,
}

impl Reencode for LiveModule<'_> {
    type Error = Infallible;

    /// Functions without use keep their number and their name, which the binding needs, but do nothing.
    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        for ((index, body), short) in (self.linked.imported..).zip(section).zip(&self.linked.bodies) {
            if !self.live.contains(&Symbol::Function(index)) {
                let mut empty = Function::new([]);
                empty.instructions().unreachable().end();
                code.function(&empty);
                continue;
            }
            let mut function = RoundtripReencoder.new_function_with_parsed_locals(&body?)?;
            for placed in short {
                function.instruction(&placed.instruction);
            }
            code.function(&function);
        }
        Ok(())
    }

    /// Constants without use are zeros.
    fn parse_data(&mut self, data: &mut DataSection, segment: Data<'_>) -> Result<(), Error> {
        let start = segment.range.end - segment.data.len();
        let mut bytes = segment.data.to_vec();
        let within = |range: &Range<usize>| {
            let inside = start <= range.start && range.end <= segment.range.end;
            inside.then(|| range.start - start..range.end - start)
        };
        for is_live in [false, true] {
            for (at, range) in self.linked.constants.iter().enumerate() {
                if self.live.contains(&Symbol::Constant(at)) == is_live
                    && let Some(place) = within(range)
                {
                    if is_live {
                        bytes[place.clone()].copy_from_slice(&segment.data[place]);
                    } else {
                        bytes[place].fill(0);
                    }
                }
            }
        }
        match segment.kind {
            DataKind::Active { memory_index, offset_expr } => {
                data.active(memory_index, &self.const_expr(offset_expr)?, bytes);
            }
            DataKind::Passive => {
                data.passive(bytes);
            }
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error> {
        match section.as_known() {
            KnownCustom::Linking(_) | KnownCustom::Reloc(_) => Ok(()),
            _ => utils::parse_custom_section(self, module, section),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;
    use wasm_encoder::{
        BlockType, ConstExpr, CustomSection, DataSymbolDefinition, ElementSection, Elements, ExportKind,
        ExportSection, FunctionSection, LinkingSection, MemorySection, MemoryType, NameMap, NameSection,
        RefType, SymbolTable, TableSection, TableType, TypeSection, ValType,
    };

    /// The constants of the module, four bytes each from this address on: a message, a number that is used, and an
    /// address of a function that only writes messages.
    const MESSAGE: i32 = 1024;
    const NUMBER: i32 = 1028;
    const WRITER: i32 = 1032;
    const BYTES: &[u8; 12] = b"stopused\x01\0\0\0";

    /// Functions, in this order: one that is exported and panics if its argument is not 0, the end of all panics, one whose
    /// address is in the third constant.
    const FUNCTIONS: [&str; 3] = ["checked", "_RNv7___rustc17rust_begin_unwind", "write_message"];

    /// The module as it is before the linker says what refers to what.
    fn unlinked() -> Module {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], []);
        types.ty().function([], []);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        let mut checked = Function::new([]);
        checked.instructions().local_get(0).if_(BlockType::Empty);
        checked.instructions().i32_const(MESSAGE).drop().call(1).unreachable().end();
        checked.instructions().i32_const(NUMBER).drop().end();
        let mut panics = Function::new([]);
        panics.instructions().i32_const(WRITER).drop().unreachable().end();
        let mut writes = Function::new([]);
        writes.instructions().i32_const(77).drop().end();
        for (kind, function) in [(0, checked), (1, panics), (1, writes)] {
            functions.function(kind);
            code.function(&function);
        }
        let mut tables = TableSection::new();
        let funcref = RefType::FUNCREF;
        tables.table(TableType {
            element_type: funcref,
            table64: false,
            minimum: 2,
            maximum: None,
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut exports = ExportSection::new();
        exports.export("checked", ExportKind::Func, 0);
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions(Cow::Borrowed(&[2])));
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(MESSAGE), BYTES.iter().copied());
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables).section(&memories).section(&exports);
        module.section(&elements).section(&code).section(&data);
        module
    }

    /// The module with what the linker adds.
    fn linked() -> Vec<u8> {
        let bytes = unlinked().finish();
        let mut symbols = SymbolTable::new();
        for (at, name) in (0..).zip(["message", "number", "writer"]) {
            symbols.data(0, name, Some(DataSymbolDefinition { index: 0, offset: 4 * at, size: 4 }));
        }
        for (at, name) in (0..).zip(FUNCTIONS) {
            symbols.function(0, at, Some(name));
        }
        let mut linking = LinkingSection::new();
        linking.symbol_table(&symbols);
        let (mut names, mut list) = (NameSection::new(), NameMap::new());
        (0..).zip(FUNCTIONS).for_each(|(at, name)| list.append(at, name));
        names.functions(&list);
        // Where a section begins, and where in it some bytes lie.
        let place = |section: u8, sought: &[u8]| {
            let range =
                Parser::new(0).parse_all(&bytes).find_map(|payload| match payload.expect("a module") {
                    Payload::CodeSectionStart { range, .. } if section == 10 => Some(range),
                    Payload::DataSection(data) if section == 11 => Some(data.range()),
                    _ => None,
                });
            let within = &bytes[range.expect("a section")];
            within.windows(sought.len()).position(|found| found == sought).expect("these bytes") as u8
        };
        // The kind of the reference, its place, the symbol, and what is added to its address.
        let (address, entry) = (4, 2);
        let mut references = vec![5, 3];
        for (symbol, constant) in [[0x80, 8], [0x84, 8], [0x88, 8]].iter().enumerate() {
            references.extend([address, place(10, constant), symbol as u8, 0]);
        }
        let in_data = [6, 1, entry, place(11, b"\x01\0\0\0"), 5];
        let mut module = unlinked();
        module.section(&linking);
        for (name, data) in [("reloc.CODE", &references[..]), ("reloc.DATA", &in_data)] {
            module.section(&CustomSection { name: name.into(), data: data.into() });
        }
        module.section(&names);
        module.finish()
    }

    #[test]
    fn what_only_panics_need_is_left_out() {
        let swept = sweep(&linked()).expect("a module");
        let (mut bodies, mut data, mut custom) = (vec![], vec![], vec![]);
        for payload in Parser::new(0).parse_all(&swept) {
            match payload.expect("a module") {
                Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes().to_vec()),
                Payload::DataSection(section) => {
                    data.extend(section.into_iter().map(|segment| segment.expect("a segment").data.to_vec()));
                }
                Payload::CustomSection(section) => custom.push(section.name().to_owned()),
                _ => (),
            }
        }
        let trap = vec![0, 0x00, 0x0b];
        // If the argument is not 0 it traps; the number is still referred to.
        let checked = vec![0, 0x20, 0, 0x04, 0x40, 0x00, 0x0b, 0x41, 0x84, 8, 0x1a, 0x0b];
        assert_eq!(bodies, [checked, trap.clone(), trap]);
        assert_eq!(data, [b"\0\0\0\0used\0\0\0\0"]);
        assert_eq!(custom, ["name"]);
    }

    #[test]
    fn what_is_used_stays() {
        // Without a panic in it nothing of the module is superfluous.
        let linked = linked();
        let name = FUNCTIONS[1].as_bytes();
        let mut other = linked.clone();
        for at in 0..other.len() - name.len() {
            if &linked[at..at + name.len()] == name {
                other[at..at + name.len()].fill(b'x');
            }
        }
        let swept = sweep(&other).expect("a module");
        assert!(swept.windows(BYTES.len()).any(|found| found == BYTES), "all constants are there");
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(sweep(b"no module").is_err());
    }
}
