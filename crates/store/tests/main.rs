//! Every test of the store on SQLite and on PostgreSQL. `cargo xtask test` starts a PostgreSQL server for these tests and
//! passes its address in `TAIJITU_TEST_POSTGRES`; without it they are ignored, or fail when they are asked for.

/// Makes of each test one on SQLite and one on PostgreSQL.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test(crate::help::Site::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL: run by cargo xtask test"]
            async fn $test() {
                super::$test(crate::help::Site::postgres().await).await;
            })*
        }
    };
}

/// Makes of each test of two databases one for each way between them.
macro_rules! between {
    ($($test:ident),* $(,)?) => {
        mod sqlite_to_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test(crate::help::Site::sqlite().await, crate::help::Site::sqlite().await).await;
            })*
        }
        mod sqlite_to_postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL: run by cargo xtask test"]
            async fn $test() {
                super::$test(crate::help::Site::sqlite().await, crate::help::Site::postgres().await).await;
            })*
        }
        mod postgres_to_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[ignore = "needs PostgreSQL: run by cargo xtask test"]
            async fn $test() {
                super::$test(crate::help::Site::postgres().await, crate::help::Site::sqlite().await).await;
            })*
        }
    };
}

mod archive;
mod commits;
mod copy;
mod files;
mod follow_ups;
mod help;
mod inspect;
mod link;
mod log;
mod moderation;
mod notices;
mod people;
mod players;
mod ratings;
mod recovery;
mod sweep;
mod tables;
mod tournaments;
mod whole;
