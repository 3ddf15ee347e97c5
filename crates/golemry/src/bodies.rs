//! Golems in characters: the text forms of the bodies in `data/bodies.json`, which the page draws from too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use golemry_blood_moon::{CardName, Deck, Part, TypeName};
use golemry_its_alive::WrittenGolem;
use ratatui::text::{Line, Span};
use serde::Deserialize;

use crate::pictures::its_alive::type_style;
use golemry_cli::picture::{Lines, Theme};

/// The size of a whole golem.
pub(crate) const WIDTH: usize = 13;
pub(crate) const HEIGHT: usize = 8;

/// The rows of each part. An arm and a leg are those on the left; on the right they are mirrored.
type Form = BTreeMap<Part, Vec<String>>;

#[derive(Deserialize)]
struct Rig {
    /// Its text is the outline of parts that are missing.
    skeleton: Body,
    bodies: BTreeMap<String, Body>,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    text: Form,
}

static RIG: LazyLock<Rig> = LazyLock::new(|| {
    let mut rig: Rig = serde_json::from_str(include_str!("../../../data/bodies.json"))
        .expect("data/bodies.json describes bodies");
    // Bodies that belong to one game are drawn by the page alone.
    rig.bodies.retain(|_, body| !body.text.is_empty());
    rig
});

/// The golem as far as it is assembled, each part in the shape and the colour of its type.
pub(crate) fn golem(deck: &Deck, golem: &WrittenGolem, theme: Theme) -> Lines {
    let WrittenGolem { head, torso, arms, legs } = golem;
    let drawn = |part: Part, card: Option<&CardName>, mirrored: bool| -> Vec<Span<'static>> {
        let (form, style) = match card {
            Some(card) => (&body(deck, card.kind).text, type_style(deck, card.kind, theme)),
            None => (&RIG.skeleton.text, theme.quiet()),
        };
        let rows = form.get(&part).into_iter().flatten();
        rows.map(|row| Span::styled(if mirrored { mirror(row) } else { row.clone() }, style)).collect()
    };
    let rows = |columns: [Vec<Span<'static>>; 3]| -> Lines {
        let [left, middle, right] = columns;
        left.into_iter()
            .zip(middle)
            .zip(right)
            .map(|((left, middle), right)| Line::from(vec![left, middle, right]))
            .collect()
    };
    let gap = |width: usize, height: usize| vec![Span::raw(" ".repeat(width)); height];
    let head = drawn(Part::Head, head.as_ref(), false);
    let mut lines = rows([gap(3, head.len()), head, gap(3, 2)]);
    lines.extend(rows([
        drawn(Part::Arm, arms.first(), false),
        drawn(Part::Torso, torso.as_ref(), false),
        drawn(Part::Arm, arms.get(1), true),
    ]));
    let left = drawn(Part::Leg, legs.first(), false);
    let left =
        left.into_iter().map(|span| Span::styled(format!("   {} ", span.content), span.style)).collect();
    lines.extend(rows([left, drawn(Part::Leg, legs.get(1), true), gap(3, 3)]));
    lines
}

/// Our types have bodies of their own; those of another deck get one of ours each, in turn.
fn body(deck: &Deck, kind: TypeName) -> &'static Body {
    let bodies = &RIG.bodies;
    let turn = deck.types().position(|other| deck.name(other) == kind).unwrap_or_default();
    let ours = |name: &str| deck.types().any(|other| deck.name(other).as_str() == name);
    let free: Vec<&Body> = bodies.iter().filter(|(name, _)| !ours(name)).map(|(_, body)| body).collect();
    let lent = || free.get(turn % free.len().max(1)).copied();
    bodies.get(kind.as_str()).or_else(lent).unwrap_or(&RIG.skeleton)
}

/// Characters that look the other way in a mirror, in pairs.
const MIRRORED: &str = "()[]{}/\\<>╱╲▟▙▛▜▐▌◢◣◤◥┌┐└┘┏┓┗┛╔╗╚╝╓╖╙╜╶╴";

/// The row as a mirror shows it.
fn mirror(row: &str) -> String {
    let pairs: Vec<char> = MIRRORED.chars().collect();
    let turned = |letter: char| match pairs.iter().position(|other| *other == letter) {
        Some(place) => pairs[place ^ 1],
        None => letter,
    };
    row.chars().rev().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use golemry_core::MaterialSource;

    use super::*;

    fn size(rows: &[String]) -> Vec<usize> {
        rows.iter().map(|row| Span::raw(row.as_str()).width()).collect()
    }

    #[test]
    fn every_body_has_its_own_text_of_one_size() {
        assert_eq!(RIG.bodies.len(), 9);
        for part in Part::ALL {
            let outline = &RIG.skeleton.text[&part];
            let mut forms: Vec<&Vec<String>> = vec![outline];
            for (name, body) in &RIG.bodies {
                let form = &body.text[&part];
                assert_eq!(size(form), size(outline), "the {part} of {name}");
                assert!(!forms.contains(&form), "the {part} of {name} looks like another");
                forms.push(form);
            }
        }
    }

    #[test]
    fn a_golem_is_assembled_part_by_part() {
        let deck = Deck::standard();
        let card = |name: &str| name.parse::<CardName>().unwrap();
        let mut built = WrittenGolem { head: None, torso: None, arms: <_>::default(), legs: <_>::default() };
        let plain = |built: &WrittenGolem| -> Vec<String> {
            golem(&deck, built, Theme::new(false)).iter().map(ToString::to_string).collect()
        };
        let empty = plain(&built);
        assert_eq!(size(&empty), [WIDTH; HEIGHT]);
        built.torso = Some(card("stone.torso"));
        built.arms.push(card("fire.arm"));
        built.arms.push(card("fire.arm"));
        built.head = Some(card("metal.head"));
        let grown = plain(&built);
        assert_eq!(
            grown,
            [
                "    ┌─┴─┐    ",
                "    │□ □│    ",
                " )(▟█████▙)( ",
                "(/ ███████ \\)",
                " ) ▜█████▛ ( ",
                "   · · · ·   ",
                "   · · · ·   ",
                "   ··· ···   ",
            ]
        );
        assert_eq!(empty[5..], grown[5..]);
    }

    #[test]
    fn another_decks_types_get_bodies_too() {
        let sample = golemry_registry::games().find("its-alive").unwrap().about().sample;
        let lava = sample.replace("\"fire\"", "\"lava\"").replace("fire = {", "lava = {");
        let deck = Deck::parse(&MaterialSource::Toml(lava)).unwrap();
        let text = |kind: &str| &body(&deck, kind.parse().unwrap()).text;
        assert_eq!(text("ice"), &RIG.bodies["ice"].text);
        // The only body that the deck leaves free.
        assert_eq!(text("lava"), &RIG.bodies["fire"].text);
    }
}
