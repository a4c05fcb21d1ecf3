//! Every test of the store on SQLite, and on PostgreSQL when `TAIJITU_TEST_POSTGRES` holds its address.

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
            async fn $test() {
                if let Some(site) = crate::help::Site::postgres().await {
                    super::$test(site).await;
                }
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
            async fn $test() {
                if let Some(site) = crate::help::Site::postgres().await {
                    super::$test(crate::help::Site::sqlite().await, site).await;
                }
            })*
        }
        mod postgres_to_sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                if let Some(site) = crate::help::Site::postgres().await {
                    super::$test(site, crate::help::Site::sqlite().await).await;
                }
            })*
        }
    };
}

mod archive;
mod copy;
mod help;
mod link;
mod log;
mod players;
mod tables;
mod whole;
