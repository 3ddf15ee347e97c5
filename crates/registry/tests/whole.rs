//! The reference game is whole: it can do all that a game of the list must, and plays like one.

use golemry_core::{Game as _, Seat, Seed, Settings, Viewer};
use golemry_table::{Budget, Level, Match, Playable, Referee};
use golemry_testkit::kuhn::Kuhn;

/// Only a game that can be listed is opened.
fn open<G: Playable>(seed: u64) -> Box<dyn Referee> {
    Box::new(Match::<G>::new(&Settings::default(), Seed(seed)).unwrap())
}

#[test]
fn kuhn_poker_is_played_to_the_end_by_bots() {
    let viewers: Vec<Viewer> = Viewer::all(2).collect();
    for (seed, level) in (0..).zip([Level::Random, Level::Easy, Level::Normal, Level::Hard]) {
        let mut table = open::<Kuhn>(seed);
        assert_eq!(table.about().id, Kuhn::ABOUT.id);
        let mut decisions = 0;
        while let Some(&seat) = table.status().to_act.first() {
            let budget = Some(Budget::Iterations(20));
            let hint = table.thinker(seat, level).unwrap().hint_while(budget, Seed(seed), &|| true);
            assert!(hint.options.iter().all(|option| option.gain.is_none() && option.risk.is_none()));
            let thought = table.thinker(seat, level).unwrap().think(budget, Seed(seed));
            table.apply(seat, thought.action.get(), &viewers).unwrap();
            decisions += 1;
        }
        let status = table.status();
        assert!(status.over && (2..=3).contains(&decisions), "{status:?}");
        assert_eq!(table.record().events.len(), 2 + decisions, "two cards are dealt");
        // The card of seat 1 is dealt second, and seat 0 does not see it.
        let stories = [0, 1].map(|seat| table.story(Viewer::Seat(Seat::new(seat))).unwrap());
        assert!(stories[0][0].starts_with("deal ") && stories[0][1] == "deal", "{stories:?}");
        assert!(stories[1][0] == "deal" && stories[1][1].starts_with("deal "), "{stories:?}");
    }
}
