//! A value owned by a thread. The database and the bus end with the thread that started them, and a thread of the
//! runtime may end at any time.

use anyhow::{Context, Result};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

type OwnedJob<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A handle to the thread that owns a value, with a queue to it. The value is dropped with this handle.
pub(super) struct OwningThread<T> {
    jobs: Option<Sender<OwnedJob<T>>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: 'static> OwningThread<T> {
    /// Creates the value in its thread.
    pub(super) async fn new(make: impl FnOnce() -> Result<T> + Send + 'static) -> Result<Self> {
        let (jobs, queue) = channel::<OwnedJob<T>>();
        let (reply, made) = oneshot::channel();
        let live = move || match make() {
            Ok(mut kept) => {
                // The receiver may have been dropped; then the queue is closed, too.
                let _ = reply.send(Ok(()));
                queue.iter().for_each(|job| job(&mut kept));
            }
            Err(error) => drop(reply.send(Err(error))),
        };
        let thread = std::thread::Builder::new().spawn(live)?;
        let kept = Self { jobs: Some(jobs), thread: Some(thread) };
        made.await.context("it was not made")??;
        Ok(kept)
    }

    /// Runs a function on the value; calls are executed one after the other.
    pub(super) async fn with<R: Send + 'static>(
        &self,
        act: impl FnOnce(&mut T) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        let (reply, done) = oneshot::channel();
        let job: OwnedJob<T> = Box::new(move |kept| drop(reply.send(act(kept))));
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        anyhow::ensure!(sent, "it is gone");
        done.await.context("it is gone")?
    }
}

impl<T> Drop for OwningThread<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was printed already.
            let _ = thread.join();
        }
    }
}
