use std::fmt;

use axum::Router;
use futures_util::future::BoxFuture;
use golemry_store::Tables;
use golemry_table::Code;

use crate::app::App;

/// What a program adds to the server besides its games: routes, their error codes, pages, tables, and what runs beside them.
///
/// Handlers are axum's, sockets included, over the state [`App`]. They read requests with [`Player`](crate::Player),
/// [`NewPlayer`](crate::NewPlayer), [`Address`](crate::Address), [`Path`](crate::Path) and [`Body`](crate::Body), refuse with
/// [`ApiError`](crate::ApiError), and give long work to [`App::work`]. The middleware of all requests (rate limits, headers, the check
/// of their origin) applies to theirs too.
#[derive(Clone, Default)]
pub struct Mount {
    /// Their paths begin with `/api/` and a word that no other route uses.
    pub routes: Router<App>,
    /// The error codes of these routes, for lists of all codes.
    pub codes: &'static [Code],
    /// The first words of addresses that show the page, such as `puzzles`. The page offers them only if they are mounted.
    pub pages: &'static [&'static str],
    /// Their tables in the store.
    pub tables: Option<Tables>,
    /// Runs beside the requests until the server stops, such as what has to happen at a certain time. It is started once for each server,
    /// and ended at any await.
    pub background: Option<fn(App) -> BoxFuture<'static, ()>>,
}

impl fmt::Debug for Mount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mount { codes, pages, tables, background, .. } = self;
        f.debug_struct("Mount")
            .field("codes", codes)
            .field("pages", pages)
            .field("tables", tables)
            .field("background", &background.is_some())
            .finish_non_exhaustive()
    }
}
