use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::{Router, routing};
use golemry_room::api;
use golemry_store::{Store, StoreError};
use golemry_table::{Code, Games};
use tokio::sync::watch;

use crate::cluster::{Cluster, Membership};
use crate::config::Config;
use crate::error::ApiError;
use crate::extract::{Address, check_site};
use crate::limits::{Act, AddressLimits};
use crate::live::{Chronicle, Kinds, Live};
use crate::mount::Mount;
use crate::proxy::{self, Forwarded};
use crate::quota::CHANGE;
use crate::rooms::Rooms;
use crate::routes::Listed;
use crate::thinking::{Owner, Stop};
use crate::ticket::socket_origin;
use crate::{open_tables, page, ratings, request_id, retention, routes, seal, socket};

/// The whole server except its listener. Clones share it.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) rooms: Rooms,
    pub(crate) listed: Arc<Listed>,
    pub(crate) mounts: Arc<[Mount]>,
    kinds: Arc<Kinds>,
    health: Arc<Health>,
    closing: watch::Sender<bool>,
    /// Becomes true when everything is closed.
    closed: watch::Sender<bool>,
}

impl App {
    /// A server for these games over a store that it [does not share](Store::is_shared). Fails if the tables of a mount cannot be created.
    pub async fn open(
        games: Games,
        mounts: Vec<Mount>,
        store: Store,
        config: Config,
    ) -> Result<App, StoreError> {
        add_tables(&mounts, &store).await?;
        Ok(App::build(games, mounts, store, config, None))
    }

    /// A server on PostgreSQL, alone or one of several. Takes a while if another one was killed there a moment ago, and fails if
    /// another one uses the database and cannot share it.
    pub async fn join(
        games: Games,
        mounts: Vec<Mount>,
        store: Store,
        config: Config,
        membership: Membership,
    ) -> Result<App, StoreError> {
        add_tables(&mounts, &store).await?;
        let cluster = Arc::new(Cluster::join(&games, store.clone(), membership).await?);
        let app = App::build(games, mounts, store, config, Some(Arc::clone(&cluster)));
        let (rooms, mut closed) = (app.rooms.clone(), app.closed.subscribe());
        tokio::spawn(async move {
            tokio::select! {
                () = cluster.beat(&rooms) => {}
                _ = closed.wait_for(|closed| *closed) => {}
            }
        });
        Ok(app)
    }

    fn build(
        games: Games,
        mounts: Vec<Mount>,
        store: Store,
        config: Config,
        cluster: Option<Arc<Cluster>>,
    ) -> App {
        tokio::spawn(retention::run(store.clone(), config.keep));
        let app = App {
            listed: Arc::new(Listed::new(&api::Games {
                programs: config.programs.iter().map(|program| program.name().to_owned()).collect(),
                ..api::Games::new(&games, pages(&mounts, &config))
            })),
            mounts: mounts.into(),
            kinds: Arc::default(),
            rooms: Rooms::open(games, store, config, cluster),
            health: Arc::default(),
            closing: watch::Sender::new(false),
            closed: watch::Sender::new(false),
        };
        if app.config().open_tables {
            app.spawn(open_tables::sweep(app.clone()));
        }
        if app.config().ratings {
            app.spawn(ratings::run(app.clone()));
        }
        for background in app.mounts.iter().filter_map(|mount| mount.background) {
            app.spawn(background(app.clone()));
        }
        app
    }

    /// Runs beside the requests until the server stops.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut closing = self.closing();
        tokio::spawn(async move {
            tokio::select! {
                () = work => {}
                _ = closing.wait_for(|closing| *closing) => {}
            }
        });
    }

    /// Every route, with the middleware.
    pub fn router(&self) -> Router {
        let limited = middleware::from_fn_with_state(self.clone(), limit_requests);
        let api = routes::all(&self.mounts)
            .route("/api/matches/{id}/socket", routing::any(socket::upgrade))
            .route("/api/{*path}", routing::any(async || unknown_path()))
            .method_not_allowed_fallback(async || {
                ApiError::new(Code::RequestMethod, "this address takes another method")
            })
            .layer(DefaultBodyLimit::max(self.config().limits.body))
            .layer(middleware::from_fn_with_state(self.clone(), seal::guard))
            .layer(middleware::from_fn_with_state(self.clone(), proxy::to_owner))
            .layer(limited);
        api.route("/health", routing::get(async || "ok"))
            .route("/ready", routing::get(ready))
            .fallback(page::file)
            .layer(middleware::from_fn_with_state(self.clone(), for_this_site))
            .layer(middleware::from_fn_with_state(self.clone(), proxy::admit))
            .layer(middleware::map_response_with_state(self.clone(), with_headers))
            .layer(middleware::from_fn(request_id::with_id))
            .with_state(self.clone())
    }

    /// The games this server offers.
    pub fn games(&self) -> &Games {
        &self.rooms.shared.games
    }

    pub(crate) fn config(&self) -> &Config {
        &self.rooms.shared.config
    }

    pub(crate) fn limits(&self) -> &Arc<AddressLimits> {
        &self.rooms.shared.limits
    }

    pub(crate) fn cluster(&self) -> Option<&Cluster> {
        self.rooms.shared.cluster.as_deref()
    }

    /// The database. A mount reads and writes its own tables with [`Store::query`] and [`Store::execute`].
    pub fn store(&self) -> &Store {
        &self.rooms.shared.store
    }

    /// The journals of a kind, such as all classes.
    pub fn live<C: Chronicle>(&self) -> Live<C> {
        self.kinds.live(self.store())
    }

    /// The first words of addresses that show a page which not every server has.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &'static str> {
        pages(&self.mounts, self.config())
    }

    /// Deletes what is stored of a player alone.
    pub async fn forget(&self, player: &str) -> Result<(), ApiError> {
        for tables in self.mounts.iter().filter_map(|mount| mount.tables.as_ref()) {
            for statement in tables.forget {
                self.store().execute(statement, vec![player.into()]).await?;
            }
        }
        Ok(self.store().delete_player(player).await?)
    }

    /// Whether players may publish what they have made for everybody here.
    pub fn has_gallery(&self) -> bool {
        self.config().gallery
    }

    /// Counts bytes that an address is about to add to the database, or refuses with `limit/storage`.
    pub fn may_store(&self, address: Address, bytes: usize) -> Result<(), ApiError> {
        self.rooms.shared.quota.take(Some(address.0), bytes)
    }

    /// Runs the long work of a mounted handler in the queue that bots share, in turn with other addresses and players.
    ///
    /// It is billed to the address, which is refused with `limit/solves` if it asks for too much. If it is not done within
    /// [`Config::patience`], the reply is `limit/busy`. The work must poll its [`Stop`] often: it is set when that time is over or
    /// the client disconnects.
    pub async fn work<T: Send + 'static>(
        &self,
        address: Address,
        player: Option<String>,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if !self.limits().may(address.0, Act::Solve) {
            let message = "this address has asked for too much work: wait a moment";
            return Err(ApiError::new(Code::LimitSolves, message));
        }
        let owner = Owner::new(address.0, player);
        Ok(self.rooms.shared.scheduler.run_within(self.config().patience, owner, work).await?)
    }

    /// Runs work of a mounted handler that takes milliseconds in the queue of bots that decide at once, in turn with other addresses and
    /// players. The handler limits how often it may be asked for. If it is not done within [`Config::patience`], the reply is
    /// `limit/busy`; then, or when the client disconnects, its [`Stop`] is set.
    pub async fn work_at_once<T: Send + 'static>(
        &self,
        address: Address,
        player: Option<String>,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let owner = Owner::new(address.0, player);
        Ok(self.rooms.shared.quick.run_within(self.config().patience, owner, work).await?)
    }

    /// Becomes true when the server stops.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Asks every connection to end: requests are finished, sockets are closed.
    pub(crate) fn start_closing(&self) {
        self.closing.send_replace(true);
    }

    /// Ends every connection and every room, and waits until everything is stored.
    pub async fn close(&self) {
        self.start_closing();
        self.rooms.close().await;
        // After the rooms, which would take cancelled searches for failed bots.
        self.rooms.shared.scheduler.close();
        self.rooms.shared.quick.close();
        self.rooms.shared.programs.close();
        self.closed.send_replace(true);
        if let Some(cluster) = self.cluster() {
            cluster.leave().await;
        }
        self.store().close().await;
    }
}

fn pages(mounts: &[Mount], config: &Config) -> impl Iterator<Item = &'static str> {
    let own = [("open", config.open_tables), ("ratings", config.ratings)];
    let own = own.into_iter().filter(|(_, offered)| *offered).map(|(page, _)| page);
    mounts.iter().flat_map(|mount| mount.pages).copied().chain(own).collect::<Vec<_>>().into_iter()
}

async fn add_tables(mounts: &[Mount], store: &Store) -> Result<(), StoreError> {
    for tables in mounts.iter().filter_map(|mount| mount.tables.as_ref()) {
        store.add_tables(tables).await?;
    }
    Ok(())
}

fn unknown_path() -> ApiError {
    ApiError::new(Code::RequestPath, "there is nothing here: GET /api lists what there is")
}

/// `GET /ready`: whether requests should be sent here. Not while the server stops, and not without its database.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if *app.closing.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    if app.rooms.shared.check_lease().is_err() {
        return (StatusCode::SERVICE_UNAVAILABLE, "no heartbeat reached the database");
    }
    match app.health.check(Instant::now(), async || app.store().check().await).await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(problem) => (StatusCode::SERVICE_UNAVAILABLE, problem),
    }
}

/// The last check of the database. Anybody may ask whether the server is ready, so it is checked once a second at most.
#[derive(Debug, Default)]
struct Health(tokio::sync::Mutex<Option<(Instant, Result<(), &'static str>)>>);

impl Health {
    const FRESH: Duration = Duration::from_secs(1);

    async fn check(
        &self,
        now: Instant,
        check: impl AsyncFnOnce() -> Result<(), StoreError>,
    ) -> Result<(), &'static str> {
        // Held while the database is asked: whoever comes meanwhile gets the same answer.
        let mut last = self.0.lock().await;
        match *last {
            Some((checked, result)) if now.saturating_duration_since(checked) < Health::FRESH => result,
            _ => {
                let result = check().await.map_err(|error| {
                    tracing::warn!("not ready: {error}");
                    match error {
                        StoreError::Silent => "the database does not answer",
                        StoreError::Corrupt(_) => "the database is damaged",
                        _ => "the database cannot be written",
                    }
                });
                *last = Some((now, result));
                result
            }
        }
    }
}

async fn limit_requests(State(app): State<App>, address: Address, request: Request, next: Next) -> Response {
    // The node it arrived at has already counted it.
    let counted = request.extensions().get::<Forwarded>().is_some();
    if !counted && !app.limits().may(address.0, Act::Request) {
        return ApiError::new(Code::LimitRate, "too many requests: wait a moment").into_response();
    }
    // Whatever is posted or put may be stored, and most of it is small.
    let stores = !counted && [Method::POST, Method::PUT].contains(request.method());
    if stores && let Err(error) = app.may_store(address, 1) {
        return error.into_response();
    }
    let response = next.run(request).await;
    if stores && response.status().is_success() {
        app.rooms.shared.quota.charge(Some(address.0), CHANGE);
    }
    response
}

async fn for_this_site(State(app): State<App>, request: Request, next: Next) -> Response {
    match check_site(app.config(), &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// No other site may embed the page, and no foreign code runs in it. Style attributes are allowed, since tables place their pieces with
/// them; scripts and style sheets come from our own files only. The module with which the page plays without a server is compiled from bytes
/// that the page unpacks, which `wasm-unsafe-eval` allows, for WebAssembly alone. At the end come the sockets of other nodes.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'";

/// The policy of a copy of the page that is plain files. It stands in the page itself, where browsers do not read `frame-ancestors`.
pub fn site_policy() -> String {
    let parts = POLICY.split(';').map(str::trim).filter(|part| !part.starts_with("frame-ancestors"));
    parts.collect::<Vec<_>>().join("; ")
}

/// Sent with every reply that a browser may show or run.
pub const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

async fn with_headers(State(app): State<App>, mut response: Response) -> Response {
    let headers = response.headers_mut();
    if is_inert(headers) {
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    } else {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy(app.cluster()));
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    // Replies of the API are not cached unless they say otherwise.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Style sheets and typefaces run nothing. A table has many of them, and with all headers they would weigh twice as much.
fn is_inert(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.starts_with("text/css") || kind.starts_with("font/")
}

/// Lets pages connect to the other nodes of a cluster, if those have addresses of their own.
fn policy(cluster: Option<&Cluster>) -> HeaderValue {
    let nodes = cluster.map(Cluster::urls).unwrap_or_default();
    let policy =
        nodes.iter().fold(POLICY.to_owned(), |policy, node| format!("{policy} {}", socket_origin(node)));
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(POLICY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_database_is_checked_once_a_second_at_most() {
        let (health, checks) = (Health::default(), std::cell::Cell::new(0));
        let start = Instant::now();
        let ask = async |after: u64, result: Result<(), StoreError>| {
            let check = async || {
                checks.set(checks.get() + 1);
                result
            };
            health.check(start + Duration::from_millis(after), check).await
        };
        for after in [0, 10, 999] {
            assert_eq!(ask(after, Ok(())).await, Ok(()));
        }
        assert_eq!(checks.get(), 1);
        assert_eq!(ask(1000, Err(StoreError::Silent)).await, Err("the database does not answer"));
        assert_eq!(ask(1500, Ok(())).await, Err("the database does not answer"));
        assert_eq!((ask(2000, Ok(())).await, checks.get()), (Ok(()), 3));
    }
}
