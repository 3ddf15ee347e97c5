//! Golem It keeps every law, in every variant, at every seat count and with every option.

use golemry_core::{BySeat, Draw, Game, OptionValue, Settings};
use golemry_golem_it::{Action, Card, CardSet, GolemIt, State};
use golemry_testkit::{Subject, sweep};

struct GolemItLaws;

impl Subject for GolemItLaws {
    type G = GolemIt;
    const GAMES: u32 = 2;

    /// Besides one option at a time: both kinds of own magic in games that are played on, and leaders who pass for nothing with own
    /// magic.
    fn cases() -> Vec<Settings> {
        let standard =
            (3..=6).map(|seats| Settings::new(seats, "standard").with("play_on", OptionValue::Flag(true)));
        let played_on = standard.flat_map(|settings| {
            ["own", "own-out"].map(|magic| settings.clone().with("magic", OptionValue::word(magic)))
        });
        let free = [(3, "standard"), (4, "tournament"), (2, "two-player")].map(|(seats, variant)| {
            Settings::new(seats, variant)
                .with("magic", OptionValue::word("own"))
                .with("leader_pass", OptionValue::word("free"))
        });
        sweep(GolemIt::about()).into_iter().chain(played_on).chain(free).collect()
    }

    /// Often legal, else a near miss: cards mostly from the hand of the seat to act, a value near what they have.
    fn arbitrary_action(_: &GolemIt, state: &State, rng: &mut impl Draw) -> Action {
        if rng.below(4) == 0 {
            return Action::Pass { r#return: rng.below(4) };
        }
        let held: Vec<Card> = state.players[state.turn].hand.iter().collect();
        let all: Vec<Card> = Card::all().collect();
        let wanted = state.to_beat.map_or(1 + rng.below(3), |to_beat| u32::from(to_beat.count));
        let count = if rng.below(8) == 0 { rng.below(4) } else { wanted };
        let from = if held.is_empty() || rng.below(16) == 0 { &all } else { &held };
        let cards: CardSet = (0..count).filter_map(|_| rng.pick(from).copied()).collect();
        let lowest = cards.iter().map(Card::number).max().unwrap_or(1);
        let to_beat = state.to_beat.map_or(0, |to_beat| u32::from(to_beat.value));
        Action::Play { value: lowest.max(to_beat) + rng.below(6), cards }
    }

    fn score_law(game: &GolemIt, scores: &BySeat<i32>) -> Result<(), String> {
        let sum = scores.values().sum::<i32>();
        let seats = i32::from(scores.seats());
        let lawful = match game.options().variant {
            // Three, two, one, … or a draw.
            "standard" if game.options().read("play_on") => {
                let mut places: Vec<i32> = scores.values().copied().collect();
                places.sort_unstable();
                places.iter().copied().eq(0..seats) || places.iter().all(|&score| score == 1)
            }
            // Each game gives 4 + 2 + 1, or nothing at its limit.
            "tournament" => sum % 7 == 0 && sum <= 7 * seats && scores.values().all(|&score| score >= 0),
            "two-player" => scores.values().all(|&score| score <= 0),
            _ => sum == 2 || (sum == seats && scores.values().all(|&score| score == 1)),
        };
        if lawful { Ok(()) } else { Err(format!("not the scores of {}", game.options().variant)) }
    }
}

golemry_testkit::laws!(GolemItLaws);
golemry_testkit::encode_laws!(GolemItLaws);
