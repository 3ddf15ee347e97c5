use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::serve::ListenerExt as _;
use axum::{Router, routing};
use golemry_registry::Level;
use golemry_store::Store;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::config::Config;
use crate::door::Address;
use crate::error::ApiError;
use crate::hall::Hall;
use crate::limits::Visitors;
use crate::quota::Quota;
use crate::{openapi, page, retention, routes, socket};

/// The whole server but its port. Clones share it.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) hall: Hall,
    pub(crate) visitors: Arc<Visitors>,
    pub(crate) quota: Arc<Quota>,
    /// The games as they are listed, made once.
    pub(crate) games: Arc<Value>,
    /// Solvers that may run at once: they can be long, and others want to play.
    pub(crate) solvers: Arc<Semaphore>,
    closing: watch::Sender<bool>,
}

impl App {
    /// A server over a store.
    pub fn open(store: Store, config: Config) -> App {
        if let Some(keep) = config.keep {
            tokio::spawn(retention::run(store.clone(), keep));
        }
        App {
            quota: Arc::new(Quota::new(config.daily_quota)),
            visitors: Arc::new(Visitors::new(config.limits.clone())),
            hall: Hall::open(store, config),
            games: Arc::new(list_games()),
            solvers: Arc::new(Semaphore::new(1)),
            closing: watch::Sender::new(false),
        }
    }

    /// Everything it answers to.
    pub fn router(&self) -> Router {
        let limited = middleware::from_fn_with_state(self.clone(), limit_requests);
        let (api, _) = routes::all().split_for_parts();
        let api = api
            .route("/api/matches/{id}/socket", routing::any(socket::upgrade))
            .route("/api/openapi.json", routing::get(openapi::json))
            .route("/api", routing::get(openapi::page))
            .route("/api/{*path}", routing::any(async || unknown_path()))
            .method_not_allowed_fallback(async || {
                ApiError::new("request/method", "this address takes another method")
            })
            .layer(DefaultBodyLimit::max(self.config().limits.body))
            .layer(limited);
        api.fallback(page::file).layer(middleware::map_response(with_headers)).with_state(self.clone())
    }

    pub(crate) fn config(&self) -> &Config {
        &self.hall.shared.config
    }

    pub(crate) fn store(&self) -> &Store {
        &self.hall.shared.store
    }

    /// Becomes true when the program ends.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Ends every connection and every room, and waits until all is kept.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        self.hall.close().await;
        self.store().close().await;
    }
}

/// Serves until `stop` is done, then says goodbye to everyone.
pub async fn serve(
    app: &App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let service = app.router().into_make_service_with_connect_info::<SocketAddr>();
    // Frames are short and wait for nobody.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let closing = app.closing.clone();
    let stop = async move {
        stop.await;
        // Sockets are told at once: a request that waits for one to end would wait for ever.
        closing.send_replace(true);
    };
    let served = axum::serve(listener, service).with_graceful_shutdown(stop).await;
    app.close().await;
    served
}

fn unknown_path() -> ApiError {
    ApiError::new("request/path", "there is nothing here: GET /api lists what there is")
}

async fn limit_requests(State(app): State<App>, address: Address, request: Request, next: Next) -> Response {
    if app.visitors.may_request(address.0) {
        next.run(request).await
    } else {
        ApiError::new("limit/rate", "too many requests: wait a moment").into_response()
    }
}

/// What a browser is told about every answer: nothing of ours runs elsewhere, and nothing of others runs here. Style attributes are allowed,
/// since tables place their pieces with them; scripts and style sheets come from files of ours alone.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What the API says changes; what may be kept says so itself.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Every game, with the bots that each of its variants has.
pub(crate) fn list_games() -> Value {
    let mut games = golemry_registry::list();
    for (game, entry) in games.iter_mut().zip(golemry_registry::games()) {
        let variants = entry.about().variants.iter();
        let levels = variants.map(|variant| {
            let settings =
                golemry_core::Settings { variant: Some(variant.id.to_owned()), ..Default::default() };
            let levels = entry.levels(&settings).unwrap_or_else(|_| vec![Level::Random]);
            (variant.id.to_owned(), json!(levels))
        });
        game["levels"] = Value::Object(levels.collect());
    }
    json!({"games": games})
}
