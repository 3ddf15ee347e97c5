use std::fmt;

use axum::Router;
use golemry_store::Tables;
use golemry_table::Code;

use crate::app::App;

/// What a program adds to the server beside its games: routes, and what belongs to them.
///
/// Handlers are axum's, sockets included, over the state [`App`]. They read requests with [`Player`](crate::Player),
/// [`NewPlayer`](crate::NewPlayer), [`Address`](crate::Address), [`Path`](crate::Path) and [`Body`](crate::Body), answer with
/// [`ApiError`](crate::ApiError) if they refuse one, and give long work to [`App::work`]. Whatever holds for every request (rate limits,
/// headers, whose page may send it) holds for theirs.
#[derive(Clone, Default)]
pub struct Mount {
    /// Their paths begin with `/api/` and a word of their own.
    pub routes: Router<App>,
    /// The error codes that only these routes give, for those who list all codes.
    pub codes: &'static [Code],
    /// The first words of addresses that show the page, such as `puzzles`. The page offers them only if they are mounted.
    pub pages: &'static [&'static str],
    /// Tables of their own in the store.
    pub tables: Option<Tables>,
}

impl fmt::Debug for Mount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mount { codes, pages, tables, .. } = self;
        f.debug_struct("Mount")
            .field("codes", codes)
            .field("pages", pages)
            .field("tables", tables)
            .finish_non_exhaustive()
    }
}
