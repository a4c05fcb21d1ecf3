//! Requests to the table in use. The page keeps the log of every table; the module keeps the fold of one.

use crate::device_table::DeviceTable;
use crate::{read, write};
use taijitu_protocol::{Code, DeviceTableRequest, Problem, TableId};

/// The table in use, if there is one.
#[derive(Default)]
pub struct TableInUse {
    table: Option<DeviceTable>,
}

impl TableInUse {
    /// Answers a [`DeviceTableRequest`], written as JSON.
    pub fn request(&mut self, request: &str) -> String {
        match read(request) {
            Ok(request) => self.answer(request),
            Err(problem) => write::<()>(Err(problem)),
        }
    }

    fn answer(&mut self, request: DeviceTableRequest) -> String {
        match request {
            DeviceTableRequest::Open { open, name, moment } => {
                write(DeviceTable::open(&open, name, &moment).map(|(table, step)| {
                    self.table = Some(table);
                    step
                }))
            }
            DeviceTableRequest::Load { table, entries, name, moment } => {
                write(DeviceTable::load(table, &entries, name, &moment).map(|(table, step)| {
                    self.table = Some(table);
                    step
                }))
            }
            DeviceTableRequest::Look { table, moment } => {
                write(self.find(table).and_then(|table| table.look(&moment)))
            }
            DeviceTableRequest::Act { table, command, moment } => {
                let step = self.find(table).and_then(|table| table.act(&command, &moment));
                self.done(step)
            }
            DeviceTableRequest::Found { table, thought, found, moment } => {
                let step = self.find(table).and_then(|table| table.found(&thought, found, &moment));
                self.done(step)
            }
            DeviceTableRequest::Branch { table, touches } => {
                write(self.find(table).and_then(|table| table.branch(&touches)))
            }
            DeviceTableRequest::Why { table, touches, touch } => {
                write(self.find(table).and_then(|table| table.why(&touches, &touch)))
            }
            DeviceTableRequest::Hint { table, moment } => {
                write(self.find(table).and_then(|table| table.hint(&moment)))
            }
            DeviceTableRequest::Hinted { table, turn } => {
                write(self.find(table).and_then(|table| table.hinted(turn)))
            }
            DeviceTableRequest::Record { table, date } => {
                write(self.find(table).and_then(|table| table.record(&date)))
            }
        }
    }

    /// Writes the outcome of a command. A table that could not apply its own decision is dropped, and has to be loaded again.
    fn done<T: serde::Serialize>(&mut self, step: Result<T, Problem>) -> String {
        if step.is_err() {
            self.table = None;
        }
        write(step)
    }

    fn find(&mut self, id: TableId) -> Result<&mut DeviceTable, Problem> {
        let missing =
            || Problem::new(Code::NoSuchTable, "there is no such table", "cette table n’existe pas");
        self.table.as_mut().filter(|table| table.id() == id).ok_or_else(missing)
    }
}
