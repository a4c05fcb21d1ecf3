//! `taijitu backup`: a copy of the database, while a server uses it.

use crate::cli::DataArgs;
use crate::output;
use anyhow::{Context, Result};
use std::path::Path;
use taijitu_store::{Store, StoreSettings};

pub(crate) fn run(data: &DataArgs, file: &Path) -> Result<()> {
    let database = data.database()?;
    super::serve::runtime()?.block_on(async {
        super::serve::must_exist(&database)?;
        let store =
            Store::open(&database, StoreSettings::default()).await.with_context(|| database.clone())?;
        store.backup(file).await?;
        store.close().await;
        Ok(output::line(&format!("{}", file.display()))?)
    })
}
