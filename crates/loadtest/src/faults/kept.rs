//! Something that lives in a thread of its own. The database and the bus end with the thread that started them, and a
//! thread of the runtime may end at any time.

use anyhow::{Context, Result};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

type OwnedJob<T> = Box<dyn FnOnce(&mut T) + Send>;

/// What lives there, and a way to it. It ends when this is dropped.
pub(super) struct ThreadOwned<T> {
    jobs: Option<Sender<OwnedJob<T>>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: 'static> ThreadOwned<T> {
    /// Makes it there.
    pub(super) async fn new(make: impl FnOnce() -> Result<T> + Send + 'static) -> Result<Self> {
        let (jobs, queue) = channel::<OwnedJob<T>>();
        let (tell, made) = oneshot::channel();
        let live = move || match make() {
            Ok(mut kept) => {
                // The receiver may have gone; then the queue is closed, too.
                let _ = tell.send(Ok(()));
                queue.iter().for_each(|job| job(&mut kept));
            }
            Err(error) => drop(tell.send(Err(error))),
        };
        let thread = std::thread::Builder::new().spawn(live)?;
        let kept = Self { jobs: Some(jobs), thread: Some(thread) };
        made.await.context("it was not made")??;
        Ok(kept)
    }

    /// Does something with it, one thing after the other.
    pub(super) async fn with<R: Send + 'static>(
        &self,
        act: impl FnOnce(&mut T) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        let (tell, done) = oneshot::channel();
        let job: OwnedJob<T> = Box::new(move |kept| drop(tell.send(act(kept))));
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        anyhow::ensure!(sent, "it is gone");
        done.await.context("it is gone")?
    }
}

impl<T> Drop for ThreadOwned<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}
