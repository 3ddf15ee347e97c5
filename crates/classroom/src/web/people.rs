use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Extension, Json, Router, routing};
use golemry_server::{Address, ApiError, App, Body, NewPlayer, Path, Player, Upgrade};

use super::{Paced, change, change_as_teacher, classes, read, shown, too_fast};
use crate::api::{
    Change, ChangePupil, Code, Deleted, Enter, Found, Join, Joined, Link, NewClass, NewLink, Opened, Return,
    Role, Words,
};
use crate::class::Class;
use crate::code::ClassCode;
use crate::codes;
use crate::entry::Entry;
use crate::paces::Paces;
use crate::random;
use crate::refusal::Refusal;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/classes", routing::post(open))
        .route("/api/classes/find", routing::post(find))
        .route("/api/classes/join", routing::post(join))
        .route("/api/classes/return", routing::post(come_back))
        .route("/api/classes/{id}", routing::get(role).put(change_class).delete(delete))
        .route("/api/classes/{id}/enter", routing::post(enter))
        .route("/api/classes/{id}/links", routing::post(link))
        .route("/api/classes/{id}/extend", routing::post(extend))
        .route("/api/classes/{id}/restore", routing::post(restore))
        .route("/api/classes/{id}/pupils/{seat}", routing::put(change_pupil))
        .route("/api/classes/{id}/pupils/{seat}/words", routing::post(reword))
        .route("/api/classes/{id}/sockets/teacher", routing::any(watch_as_teacher))
        .route("/api/classes/{id}/sockets/pupil", routing::any(watch_as_pupil))
        .route("/api/classes/{id}/sockets/projector", routing::any(watch_as_projector))
}

/// How often another code is drawn. Even with a million classes six of seven are free.
const DRAWS: usize = 40;

/// Opens a class for the requester.
async fn open(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Extension(paces): Paced,
    Body(NewClass { title, language }): Body<NewClass>,
) -> Result<(StatusCode, HeaderMap, Json<Opened>), ApiError> {
    let title = Class::checked_title(&title)?;
    if !paces.openings.take(address.household()) {
        return Err(too_fast(
            "too many classes were opened from this address today: delete one, or go on tomorrow",
        ));
    }
    app.may_store(address, 512)?;
    let (mut draw, secret) = (random::draw(), random::secret());
    let ends = now() + Class::TERM;
    for _ in 0..DRAWS {
        let code = ClassCode::draw(&mut draw).as_str().to_owned();
        let (title, teacher, hash) = (title.clone(), player.id.clone(), random::hash(&secret));
        let entry = Entry::Opened { title, code: code.clone(), language, teacher, secret: hash, ends };
        if let Some(id) = classes(&app).open(Some(&code), vec![entry]).await? {
            return Ok((StatusCode::CREATED, player.cookie, Json(Opened { id, code, secret })));
        }
    }
    Err(ApiError::new(golemry_table::Code::LimitBusy, "there is no free code: try again later"))
}

/// The class with a code as it was typed. Wrong ones are counted: somebody may be guessing.
async fn find_class(app: &App, paces: &Paces, address: Address, typed: &str) -> Result<String, ApiError> {
    guess(paces, address, async {
        let unknown =
            || ApiError::new(codes::CODE, "there is no class with this code: it has six letters and digits");
        let code = ClassCode::read(typed).ok_or_else(unknown)?;
        classes(app).find(code.as_str()).await?.ok_or_else(unknown)
    })
    .await
}

/// Counts a request for an address if it fails.
async fn guess<T>(
    paces: &Paces,
    address: Address,
    request: impl Future<Output = Result<T, ApiError>>,
) -> Result<T, ApiError> {
    if !paces.guesses.take(address.household()) {
        return Err(too_fast(
            "too many wrong codes and words came from this address: wait a quarter of a minute",
        ));
    }
    let done = request.await;
    let is_wrong = |error: &ApiError| [codes::CODE, codes::WORDS, codes::SECRET].contains(&error.code());
    if !done.as_ref().is_err_and(is_wrong) {
        paces.guesses.give_back(address.household());
    }
    done
}

/// The class with a code, and names that are free in it.
async fn find(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Extension(paces): Paced,
    Body(Code { code }): Body<Code>,
) -> Result<Json<Found>, ApiError> {
    let id = find_class(&app, &paces, address, &code).await?;
    let mut draw = random::draw();
    let found = read(&app, &id, |class| {
        if class.gone.is_some() && !class.is_teacher(player.as_deref()) {
            return Err(Refusal::Deleted);
        }
        Ok(Found {
            id: id.clone(),
            title: class.title.clone(),
            language: class.language,
            locked: class.locked,
            names: class.free_names(&mut draw),
            role: class.role(player.as_deref()),
        })
    });
    Ok(Json(found.await?))
}

/// Joins a class.
async fn join(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Extension(paces): Paced,
    Body(Join { code, name }): Body<Join>,
) -> Result<(StatusCode, HeaderMap, Json<Joined>), ApiError> {
    let id = find_class(&app, &paces, address, &code).await?;
    if !paces.joins.take(id.clone()) {
        return Err(too_fast("too many join this class at once: try again in a moment"));
    }
    let mut draw = random::draw();
    let joined = change(&app, address, &id, |class, _| {
        if class.gone.is_some() {
            return Err(Refusal::Deleted.into());
        }
        let (entries, seat) = class.join(&player.id, name.as_deref(), &mut draw)?;
        let joined = match entries.first() {
            Some(Entry::Joined { name, words, .. }) => (name.clone(), words.to_string()),
            _ => class.pupil(seat).map(|pupil| (pupil.name.clone(), pupil.words.to_string()))?,
        };
        Ok((entries, Joined { id: id.clone(), seat, name: joined.0, words: joined.1 }))
    });
    Ok((StatusCode::CREATED, player.cookie, Json(joined.await?)))
}

/// Comes back on another device.
async fn come_back(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Extension(paces): Paced,
    Body(Return { code, words }): Body<Return>,
) -> Result<(HeaderMap, Json<Joined>), ApiError> {
    let id = find_class(&app, &paces, address, &code).await?;
    if !paces.words.take(id.clone()) {
        return Err(too_fast(
            "too many wrong words were tried in this class: wait a moment, or ask the teacher",
        ));
    }
    let joined = guess(
        &paces,
        address,
        change(&app, address, &id, |class, _| {
            if class.gone.is_some() {
                return Err(Refusal::Deleted.into());
            }
            let (entries, seat) = class.come_back(&player.id, &words)?;
            let pupil = class.pupil(seat)?;
            let (name, words) = (pupil.name.clone(), pupil.words.to_string());
            Ok((entries, Joined { id: id.clone(), seat, name, words }))
        }),
    );
    let joined = joined.await;
    if !joined.as_ref().is_err_and(|error| error.code() == codes::WORDS) {
        paces.words.give_back(id);
    }
    Ok((player.cookie, Json(joined?)))
}

/// Becomes a teacher or a projector by a link.
async fn enter(
    State(app): State<App>,
    player: NewPlayer,
    address: Address,
    Extension(paces): Paced,
    Path(id): Path<String>,
    Body(Enter { secret }): Body<Enter>,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    let hash = random::hash(&secret);
    let entered = change(&app, address, &id, |class, _| Ok((class.enter(&player.id, &hash)?, ())));
    guess(&paces, address, entered).await?;
    Ok((StatusCode::NO_CONTENT, player.cookie))
}

/// The requester's role in a class.
async fn role(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path<String>,
) -> Result<Json<Role>, ApiError> {
    Ok(Json(read(&app, &id, |class| Ok(class.role(player.as_deref()))).await?))
}

async fn change_class(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(wanted): Body<Change>,
) -> Result<StatusCode, ApiError> {
    change_as_teacher(&app, address, &id, player.as_deref(), |class, _| Ok(class.change(&wanted)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a link in place of the one before.
async fn link(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    Body(NewLink { purpose }): Body<NewLink>,
) -> Result<Json<Link>, ApiError> {
    let secret = random::secret();
    let entry = Entry::Linked { purpose, secret: random::hash(&secret) };
    change_as_teacher(&app, address, &id, player.as_deref(), |_, _| Ok(vec![entry.clone()])).await?;
    Ok(Json(Link { secret }))
}

async fn extend(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    change_as_teacher(&app, address, &id, player.as_deref(), |class, now| Ok(class.extend(now))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a class in an hour.
async fn delete(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<Json<Deleted>, ApiError> {
    let deleted = change(&app, address, &id, |class, now| {
        if !class.is_teacher(player.as_deref()) {
            return Err(Refusal::NotTeacher.into());
        }
        Ok(class.delete(now))
    });
    Ok(Json(Deleted { gone: deleted.await? }))
}

async fn restore(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let restored = change(&app, address, &id, |class, _| {
        if !class.is_teacher(player.as_deref()) {
            return Err(Refusal::NotTeacher.into());
        }
        Ok((class.restore(), ()))
    });
    restored.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Renames a pupil, removes them, or lets them back in.
async fn change_pupil(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, seat)): Path<(String, u16)>,
    Body(wanted): Body<ChangePupil>,
) -> Result<StatusCode, ApiError> {
    let change = |class: &Class, _| Ok(class.change_pupil(seat, &wanted)?);
    change_as_teacher(&app, address, &id, player.as_deref(), change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives a pupil other words.
async fn reword(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path((id, seat)): Path<(String, u16)>,
) -> Result<Json<Words>, ApiError> {
    let mut draw = random::draw();
    let words = change(&app, address, &id, |class, _| {
        class.check_teacher(player.as_deref())?;
        Ok(class.reword(seat, &mut draw)?)
    });
    Ok(Json(Words { words: words.await?.to_string() }))
}

/// The teacher's socket. A class that was deleted can still be seen, to restore it.
async fn watch_as_teacher(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let live = classes(&app);
    if !live.read(&id, |class| class.is_teacher(player.as_deref())).await? {
        return Err(Refusal::NotTeacher.into());
    }
    live.socket(&app, upgrade, address, id.clone(), move |class, _| {
        class.is_teacher(player.as_deref()).then(|| shown(class.teacher_view(&id)))?
    })
}

/// A pupil's socket. It shows nothing any more once the pupil is removed, or has other words.
async fn watch_as_pupil(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let live = classes(&app);
    live.read(&id, |class| class.seat(player.as_deref())).await??;
    live.socket(&app, upgrade, address, id.clone(), move |class, _| {
        shown(class.pupil_view(&id, class.seat(player.as_deref()).ok()?)?)
    })
}

/// The wall's socket.
async fn watch_as_projector(
    State(app): State<App>,
    Player(player): Player,
    address: Address,
    Path(id): Path<String>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let live = classes(&app);
    if !live.read(&id, |class| class.is_projector(player.as_deref())).await? {
        return Err(Refusal::NotTeacher.into());
    }
    live.socket(&app, upgrade, address, id.clone(), move |class, _| {
        class.is_projector(player.as_deref()).then(|| shown(class.projector_view(&id)))?
    })
}

/// Milliseconds since 1970.
pub(super) fn now() -> i64 {
    let passed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)
}
