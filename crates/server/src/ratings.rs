//! Ratings: how well people play each game, for each number of seats. Only where the host of the server turns them on.

use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use golemry_gather::Skill;
use golemry_store::{RatingRow, StoreError, Summary};
use golemry_table::{Chair, Code};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Player;
use crate::rooms::now;

/// Who plays a game best, and how well the requester plays: `GET /api/ratings?game=&seats=`; without parameters `best` is empty.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Ratings {
    /// The best players of that game at tables of that size who have chosen a name and played lately, the best first.
    pub(crate) best: Vec<RatedPlayer>,
    /// The requester's own ratings, of every game.
    pub(crate) own: Vec<OwnRating>,
}

/// A player of the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RatedPlayer {
    /// The place, from 1.
    pub(crate) place: usize,
    /// Their name.
    pub(crate) name: String,
    /// The rating.
    pub(crate) rating: Rating,
    /// Whether it is the requester.
    pub(crate) you: bool,
}

/// How well somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Rating {
    /// The estimate: 1500 for a newcomer.
    pub(crate) value: i32,
    /// Its standard deviation: the true strength lies within twice as much with 95 %.
    pub(crate) deviation: i32,
    /// Whether it is still so uncertain that a "?" belongs behind it.
    pub(crate) provisional: bool,
    /// From how many matches.
    pub(crate) matches: u32,
}

/// How well the requester plays a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OwnRating {
    /// The game's id.
    pub(crate) game: String,
    /// The number of seats.
    pub(crate) seats: u8,
    /// The rating.
    pub(crate) rating: Rating,
}

/// How often finished matches are looked for.
const EVERY: Duration = Duration::from_secs(2);

/// Matches rated at once, between two looks at whether the server stops.
const AT_ONCE: u32 = 100;

/// How many are listed.
const LISTED: u32 = 50;

/// Who has not played for so many milliseconds is not listed: half a year.
const LATELY: i64 = 182 * 24 * 60 * 60 * 1000;

/// On the scale that is shown, somebody 200 points better wins about three of four matches of two between players whose strength is well known,
/// as with ratings of chess: there ln 10 / 400 is the steepness of the curve, here 1 / (√2 · 25/6), and 30 is their ratio.
const SCALE: f64 = 30.0;

/// What a newcomer is shown as.
const START: f64 = 1500.0;

/// A rating is well known if its deviation is at most this: after about twenty matches of two, or six of four.
const WELL_KNOWN: f64 = 150.0 / SCALE;

impl From<&RatingRow> for Rating {
    fn from(row: &RatingRow) -> Rating {
        Rating {
            value: (START + SCALE * (row.mean - Skill::default().mean)).round() as i32,
            deviation: (SCALE * row.deviation).round() as i32,
            provisional: row.deviation > WELL_KNOWN,
            matches: row.matches,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    seats: Option<u8>,
}

/// The best players of a game, and the requester's own ratings.
pub(crate) async fn get(
    State(app): State<App>,
    Player(player): Player,
    which: Result<Query<Which>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Ratings>, ApiError> {
    if !app.config().ratings {
        return Err(ApiError::new(Code::RatingsOff, "this server rates nobody"));
    }
    let Query(Which { game, seats }) =
        which.map_err(|error| ApiError::new(Code::RequestMalformed, error.body_text()))?;
    let best = match (game, seats) {
        (Some(game), Some(seats)) => {
            app.games().find(&game)?;
            app.store().best_players(&game, seats, now() - LATELY, WELL_KNOWN, LISTED).await?
        }
        (None, None) => Vec::new(),
        _ => return Err(ApiError::new(Code::RequestMalformed, "name the game and the number of seats")),
    };
    let best = (1..).zip(&best).map(|(place, (name, row))| RatedPlayer {
        place,
        name: name.clone(),
        rating: Rating::from(row),
        you: player.as_deref() == Some(&*row.player),
    });
    let best = best.collect();
    let rows = match &player {
        Some(player) => app.store().ratings_of(player).await?,
        None => Vec::new(),
    };
    let own = rows.iter().map(|row| OwnRating {
        game: row.game.clone(),
        seats: row.seats,
        rating: Rating::from(row),
    });
    Ok(Json(Ratings { best, own: own.collect() }))
}

/// Rates matches as they end, until the server stops.
pub(crate) async fn run(app: App) {
    loop {
        tokio::time::sleep(EVERY).await;
        // If the database fails, the rest comes later, in the same order.
        let Ok(matches) = app.store().unrated(AT_ONCE).await else { continue };
        for summary in &matches {
            if rate(&app, summary).await.is_err() {
                break;
            }
        }
    }
}

async fn rate(app: &App, summary: &Summary) -> Result<(), StoreError> {
    let row = &summary.row;
    let (game, seats) = (&row.opening.game, row.opening.seats);
    let rated = match rated(summary) {
        None => Vec::new(),
        Some((players, places)) => {
            let known = app.store().ratings(game, seats, &players).await?;
            let skill = |player: &&str| {
                known
                    .get(*player)
                    .map_or(Skill::default(), |row| Skill { mean: row.mean, deviation: row.deviation })
            };
            let after = Skill::after(&players.iter().map(skill).collect::<Vec<_>>(), &places);
            let row = |(player, skill): (&&str, Skill)| RatingRow {
                player: (*player).to_owned(),
                game: game.clone(),
                seats,
                mean: skill.mean,
                deviation: skill.deviation,
                matches: 1 + known.get(*player).map_or(0, |row| row.matches),
                played: summary.finished.unwrap_or_default(),
            };
            players.iter().zip(after).map(row).collect()
        }
    };
    match app.store().rate(&row.id, rated).await {
        // Another server was quicker, with this match or with one of the same players.
        Err(StoreError::Conflict(_)) => Err(StoreError::Conflict(row.id.clone())),
        other => other,
    }
}

/// The players of a match and their places by seat, if the match counts: people from the start to the end, each on a screen of their own, who
/// played a whole match with the game's own cards.
fn rated(summary: &Summary) -> Option<(Vec<&str>, Vec<u8>)> {
    let (row, status) = (&summary.row, summary.status.as_ref()?);
    let whole =
        status.over && !row.opening.tutorial && row.opening.brought.is_none() && !summary.own_material;
    let players: Vec<&str> = row.chairs.iter().map(alone).collect::<Option<_>>()?;
    let distinct: std::collections::HashSet<&&str> = players.iter().collect();
    if !whole || distinct.len() != players.len() || players.len() < 2 {
        return None;
    }
    let resigned: Vec<bool> = row.chairs.iter().map(|chair| chair.resigned.is_some()).collect();
    let ranks: Vec<i32> = match &status.scores {
        // Nobody decided for those who resigned, since the match was over.
        None if resigned.contains(&true) => resigned.iter().map(|resigned| i32::from(!resigned)).collect(),
        // All lose together: nobody did better.
        Some(_) if status.winners.as_ref().is_some_and(Vec::is_empty) => vec![0; players.len()],
        Some(scores) => scores.clone(),
        None => return None,
    };
    let place = |rank: &i32| 1 + ranks.iter().filter(|other| *other > rank).count() as u8;
    let places = ranks.iter().map(place).collect();
    Some((players, places))
}

/// The person who sat on a chair from the start to the end, without a bot that decided for them.
fn alone(chair: &Chair) -> Option<&str> {
    let player = chair.player()?;
    let own = chair
        .occupancies
        .iter()
        .all(|there| there.bot.is_none() && there.player.as_deref().is_none_or(|sat| sat == player));
    (own && !chair.occupancies.is_empty() && chair.stand_in.is_none()).then_some(player)
}

#[cfg(test)]
mod tests {
    use golemry_core::{Seat, Seed, Settings};
    use golemry_room::{NewMatch, Opening};
    use golemry_table::{Level, Sitter, Status};

    use super::*;

    /// A finished duel between these players, before anything is changed about it.
    fn finished(players: [&str; 2]) -> Summary {
        let opening =
            Opening::new(golemry_registry::games().find("duel").unwrap(), &Settings::default(), Seed(1))
                .unwrap();
        let chair = |player: &str| {
            let (player, secret) = (Some(player.to_owned()), "secret".to_owned());
            Chair::new(Sitter::Human { player, name: None, secret })
        };
        let new = NewMatch {
            id: "m".to_owned(),
            host: "ada".to_owned(),
            chairs: players.map(chair).into(),
            takeover: None,
            created: 0,
        };
        let status = Status {
            to_act: vec![],
            over: true,
            scores: Some(vec![0, 2]),
            winners: Some(vec![Seat::new(1)]),
        };
        Summary {
            row: opening.dealt(new, String::new()),
            own_material: false,
            version: 9,
            status: Some(status),
            finished: Some(7),
        }
    }

    fn changed(change: impl FnOnce(&mut Summary)) -> Option<Vec<u8>> {
        let mut summary = finished(["ada", "bob"]);
        change(&mut summary);
        rated(&summary).map(|(_, places)| places)
    }

    #[test]
    fn whole_matches_between_people_count() {
        let duel = finished(["ada", "bob"]);
        assert_eq!(rated(&duel), Some((vec!["ada", "bob"], vec![2, 1])));
        let joint_loss = |duel: &mut Summary| duel.status.as_mut().unwrap().winners = Some(vec![]);
        assert_eq!(changed(joint_loss), Some(vec![1, 1]));
        let resigned = |duel: &mut Summary| {
            duel.row.chairs[1].resigned = Some(4);
            let status = duel.status.as_mut().unwrap();
            (status.scores, status.winners) = (None, None);
        };
        assert_eq!(changed(resigned), Some(vec![1, 2]));
    }

    #[test]
    fn what_is_not_a_match_between_people_does_not_count() {
        assert_eq!(rated(&finished(["ada", "ada"])), None, "they share a screen");
        assert_eq!(changed(|duel| duel.status.as_mut().unwrap().over = false), None);
        assert_eq!(changed(|duel| duel.status.as_mut().unwrap().scores = None), None, "too long");
        assert_eq!(changed(|duel| duel.row.opening.tutorial = true), None);
        assert_eq!(changed(|duel| duel.row.opening.brought = Some(3)), None);
        assert_eq!(changed(|duel| duel.own_material = true), None);
        assert_eq!(changed(|duel| duel.row.chairs[0] = Chair::bot(Level::Easy)), None);
        let took_over = |duel: &mut Summary| {
            let chair = &mut duel.row.chairs[0];
            chair.stand_in = Some(Level::Normal);
            chair.note_occupant(3);
            chair.stand_in = None;
            chair.note_occupant(5);
        };
        assert_eq!(changed(took_over), None, "a bot decided for a while");
        let other_person = |duel: &mut Summary| {
            let chair = &mut duel.row.chairs[0];
            chair.sitter = Sitter::Human { player: Some("cy".to_owned()), name: None, secret: String::new() };
            chair.note_occupant(3);
        };
        assert_eq!(changed(other_person), None, "somebody else sat there before");
    }

    #[test]
    fn a_newcomer_is_shown_in_the_middle_and_with_doubts() {
        let Skill { mean, deviation } = Skill::default();
        let row = RatingRow {
            player: "ada".to_owned(),
            game: "duel".to_owned(),
            seats: 2,
            mean,
            deviation,
            matches: 1,
            played: 0,
        };
        let shown = Rating::from(&row);
        assert_eq!(shown, Rating { value: 1500, deviation: 250, provisional: true, matches: 1 });
        let certain = Rating::from(&RatingRow { mean: mean + 1.0, deviation: 4.9, ..row });
        assert_eq!((certain.value, certain.deviation, certain.provisional), (1530, 147, false));
    }
}
