//! Makes a compiled module smaller on its way to browsers: equal functions are kept once, and functions of the same name follow
//! each other, because what is alike compresses better side by side: mostly one function compiled for several games. No function
//! is changed.

use std::collections::HashMap;
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, KnownCustom, Name, Parser,
    Payload, TypeRef,
};

/// A module with equal functions merged and the others ordered by their names, without those names.
///
/// # Errors
/// If the bytes are not a module of WebAssembly.
pub(crate) fn arrange(module: &[u8]) -> Result<Vec<u8>, String> {
    let mut arranged = rewrite(module, Functions::of(module)?.sorted_by_name())?;
    // Functions that call different copies of one function are equal once the copies are one.
    loop {
        let merged = rewrite(&arranged, Functions::of(&arranged)?.without_copies())?;
        if merged.len() == arranged.len() {
            return Ok(merged);
        }
        arranged = merged;
    }
}

/// The module with its functions arranged.
fn rewrite(module: &[u8], mut arrangement: Arrangement) -> Result<Vec<u8>, String> {
    let mut written = Module::new();
    utils::parse_core_module(&mut arrangement, &mut written, Parser::new(0), module)
        .map_err(|error| format!("{error:?}"))?;
    Ok(written.finish())
}

/// The functions of a module.
#[derive(Default)]
struct Functions<'a> {
    /// How many are imported: they come first.
    imported: u32,
    /// For each other one its type, its code and its name.
    types: Vec<u32>,
    bodies: Vec<&'a [u8]>,
    names: HashMap<u32, &'a str>,
}

impl<'a> Functions<'a> {
    fn of(module: &'a [u8]) -> Result<Self, String> {
        Self::read(module).map_err(|error| error.to_string())
    }

    fn read(module: &'a [u8]) -> wasmparser::Result<Self> {
        let mut functions = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        functions.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(section) => {
                    functions.types = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body.as_bytes()),
                Payload::CustomSection(section) => functions.read_names(&section)?,
                _ => (),
            }
        }
        Ok(functions)
    }

    fn read_names(&mut self, section: &CustomSectionReader<'a>) -> wasmparser::Result<()> {
        let KnownCustom::Name(names) = section.as_known() else { return Ok(()) };
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

    fn count(&self) -> u32 {
        self.bodies.len() as u32
    }

    /// All of them, in the order of their names; those of one name in that of their types and their code.
    fn sorted_by_name(&self) -> Arrangement {
        let mut order: Vec<u32> = (0..self.count()).collect();
        let name = |at: u32| self.names.get(&(self.imported + at)).map_or("", |name| without_hash(name));
        order.sort_by_key(|&at| (name(at), self.types[at as usize], self.bodies[at as usize]));
        let mut places = vec![0; order.len()];
        for (place, &at) in (0..).zip(&order) {
            places[at as usize] = place;
        }
        Arrangement::new(self.imported, order, places)
    }

    /// The first of those that are equal.
    fn without_copies(&self) -> Arrangement {
        let (mut order, mut places, mut known) = (vec![], vec![], HashMap::new());
        for (at, function) in (0..).zip(self.types.iter().zip(&self.bodies)) {
            let place = *known.entry(function).or_insert_with(|| {
                order.push(at);
                order.len() as u32 - 1
            });
            places.push(place);
        }
        Arrangement::new(self.imported, order, places)
    }
}

/// A name without the hash of what the function is made for: `Vec<T>::push::h0123456789abcdef`.
fn without_hash(name: &str) -> &str {
    let is_hash = |end: &str| end.len() == 16 && end.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.rsplit_once("::h").filter(|(_, end)| is_hash(end)).map_or(name, |(name, _)| name)
}

/// Which functions are written, and where.
struct Arrangement {
    imported: u32,
    /// The functions that are written, by their places before.
    order: Vec<u32>,
    /// The new place of each function.
    places: Vec<u32>,
}

impl Arrangement {
    const fn new(imported: u32, order: Vec<u32>, places: Vec<u32>) -> Self {
        Self { imported, order, places }
    }
}

impl Reencode for Arrangement {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Infallible>> {
        Ok(match index.checked_sub(self.imported) {
            Some(own) => self.imported + self.places[own as usize],
            None => index,
        })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for &at in &self.order {
            functions.function(types[at as usize]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for at in self.order.clone() {
            self.parse_function_body(code, bodies[at as usize].clone())?;
        }
        Ok(())
    }

    /// Names of functions are left out, and nothing else reads such sections.
    fn parse_custom_section(
        &mut self,
        _module: &mut Module,
        _section: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{ExportKind, ExportSection, Function, NameMap, NameSection, TypeSection, ValType};

    #[test]
    fn names_have_no_hash() {
        assert_eq!(without_hash("Vec<T>::push::h0123456789abcdef"), "Vec<T>::push");
        assert_eq!(without_hash("rules::here"), "rules::here");
        assert_eq!(without_hash("rules::h0123"), "rules::h0123");
    }

    /// Four functions: two that return a number, and one that calls each; the callers are exported.
    fn module(numbers: [i32; 2]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let (mut functions, mut code, mut exports) =
            (FunctionSection::new(), CodeSection::new(), ExportSection::new());
        let mut add = |write: &dyn Fn(&mut wasm_encoder::InstructionSink<'_>)| {
            functions.function(0);
            let mut function = Function::new([]);
            write(&mut function.instructions());
            function.instructions().end();
            code.function(&function);
        };
        add(&|sink| {
            sink.i32_const(numbers[0]);
        });
        add(&|sink| {
            sink.call(0);
        });
        add(&|sink| {
            sink.i32_const(numbers[1]);
        });
        add(&|sink| {
            sink.call(2);
        });
        exports.export("first", ExportKind::Func, 1);
        exports.export("second", ExportKind::Func, 3);
        let (mut names, mut list) = (NameSection::new(), NameMap::new());
        for (at, name) in [(0, "number"), (1, "caller"), (2, "number"), (3, "caller")] {
            list.append(at, name);
        }
        names.functions(&list);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code).section(&names);
        module.finish()
    }

    fn exported(module: &[u8]) -> Vec<u32> {
        let exports = Parser::new(0).parse_all(module).find_map(|payload| match payload.expect("a module") {
            Payload::ExportSection(section) => Some(section),
            _ => None,
        });
        exports.expect("exports").into_iter().map(|export| export.expect("an export").index).collect()
    }

    #[test]
    fn equal_functions_are_kept_once_and_so_are_their_callers() {
        let arranged = arrange(&module([7, 7])).expect("a module");
        let functions = Functions::read(&arranged).expect("a module");
        assert_eq!((functions.count(), functions.names.len()), (2, 0));
        assert_eq!(exported(&arranged), [0, 0]);
    }

    #[test]
    fn functions_of_a_name_are_neighbours_and_keep_their_callers() {
        let arranged = arrange(&module([7, 8])).expect("a module");
        let functions = Functions::read(&arranged).expect("a module");
        assert_eq!(exported(&arranged), [0, 1], "callers come first");
        // No locals; `call 2`, `call 3`; `i32.const 7`, `i32.const 8`; end.
        assert_eq!(
            functions.bodies,
            [[0, 0x10, 2, 0x0b], [0, 0x10, 3, 0x0b], [0, 0x41, 7, 0x0b], [0, 0x41, 8, 0x0b]]
        );
    }

    #[test]
    fn other_files_than_modules_are_refused() {
        assert!(arrange(b"no module").is_err());
    }
}
