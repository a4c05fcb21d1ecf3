//! The interface of an attack.

use super::field::AttackField;
use anyhow::Result;
use futures_util::future::LocalBoxFuture;

/// One way to be a nuisance.
pub(super) trait Attack: Sync {
    /// Its name on the command line and in the report.
    fn name(&self) -> &'static str;

    /// What it does, in a sentence for the report.
    fn about(&self) -> &'static str;

    /// Attacks until it is dropped, or until it has finished. Refusals and lost connections are noted in the field
    /// and are no errors.
    ///
    /// # Errors
    /// If the attack could not be prepared, so that nothing was attacked.
    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>>;

    /// Whether it ends when its requests are done, and not when its time is up.
    fn is_counted(&self) -> bool {
        false
    }
}
