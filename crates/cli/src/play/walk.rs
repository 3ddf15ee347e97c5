use golemry_core::{Price, Seat, Viewer};
use golemry_table::{OfferOut, Referee, WireError};
use serde_json::Value;

use super::menu::{Item, Menu};
use super::sitter::Names;
use crate::picture::Painter;

/// A decision that is being made, choice by choice. Nobody has seen it yet, so each step can be taken back.
#[derive(Debug)]
pub struct Walk {
    /// Whose decision.
    pub seat: Seat,
    /// What was chosen so far.
    pub choices: Vec<Value>,
    /// The same in words.
    pub labels: Vec<String>,
    /// What is asked next.
    pub prompt: String,
    /// What can be chosen next, in the order of the menu; nothing when the action is complete.
    pub offers: Vec<OfferOut>,
    /// The offers to choose from; once the action is complete, whether to play it.
    pub menu: Menu,
    /// The action that the choices make, in words; empty while it is not complete.
    pub summary: String,
    /// The action that the choices make.
    pub action: Option<Value>,
}

/// The menu item that plays a complete action.
pub const DO_IT: usize = 0;

impl Walk {
    /// The decision of a seat that is to act, before its first choice.
    pub fn new(
        table: &dyn Referee,
        painter: &dyn Painter,
        names: &Names,
        seat: Seat,
    ) -> Result<Walk, WireError> {
        let mut walk = Walk {
            seat,
            choices: Vec::new(),
            labels: Vec::new(),
            prompt: String::new(),
            offers: Vec::new(),
            menu: Menu::default(),
            summary: String::new(),
            action: None,
        };
        walk.ask(table, painter, names)?;
        Ok(walk)
    }

    /// Takes the offer of that number.
    pub fn choose(
        &mut self,
        table: &dyn Referee,
        painter: &dyn Painter,
        names: &Names,
        number: usize,
    ) -> Result<(), WireError> {
        let offer = &self.offers[number];
        self.labels.push(painter.choice(table, Viewer::Seat(self.seat), offer, names));
        self.choices.push(offer.choice.clone());
        self.ask(table, painter, names)
    }

    /// Takes the last choice back; `false` if there is none.
    pub fn undo(
        &mut self,
        table: &dyn Referee,
        painter: &dyn Painter,
        names: &Names,
    ) -> Result<bool, WireError> {
        if self.choices.pop().is_none() {
            return Ok(false);
        }
        self.labels.pop();
        self.ask(table, painter, names)?;
        Ok(true)
    }

    /// Whether the table still offers the same choices.
    pub fn still_fits(&self, table: &dyn Referee) -> bool {
        let offered = |choice: &Value| self.offers.iter().any(|offer| offer.choice == *choice);
        table.build(self.seat, &self.choices).is_ok_and(|step| {
            step.action == self.action
                && step.choices.len() == self.offers.len()
                && step.choices.iter().all(|offer| offered(&offer.choice))
        })
    }

    /// The offer under the cursor.
    pub fn pointed(&self) -> Option<&OfferOut> {
        self.offers.get(self.menu.selected()?)
    }

    /// Whether the action is complete and worth a second look, because more than one choice made it.
    pub fn asks_to_confirm(&self) -> bool {
        self.action.is_some() && self.choices.len() > 1
    }

    fn ask(&mut self, table: &dyn Referee, painter: &dyn Painter, names: &Names) -> Result<(), WireError> {
        let step = table.build(self.seat, &self.choices)?;
        self.offers = step.choices;
        self.offers.sort_by_key(|offer| painter.rank(offer));
        self.action = step.action;
        let eyes = Viewer::Seat(self.seat);
        let item = |offer: &OfferOut| {
            let label = painter.choice(table, eyes, offer, names);
            // A price that the words name need not stand beside them again.
            let cost = offer.cost.map(price).filter(|price| !label.ends_with(price));
            let note = if offer.cost.is_some() { cost.unwrap_or_default() } else { painter.note(offer) };
            Item { label, note, notation: names.tell(&offer.label) }
        };
        self.summary.clear();
        (self.prompt, self.menu) = match &self.action {
            None => (step.prompt.to_owned(), Menu::new(self.offers.iter().map(item).collect())),
            Some(action) => {
                self.summary = painter.action(table, eyes, &action.to_string(), names);
                ("do it?".to_owned(), Menu::new(["Yes", "No, take a step back"].map(Item::new).to_vec()))
            }
        };
        Ok(())
    }
}

/// `3 points`, `1 point`, `2 gold`
fn price(cost: Price) -> String {
    let unit = if cost.amount == 1 { cost.unit.strip_suffix('s').unwrap_or(cost.unit) } else { cost.unit };
    format!("{} {unit}", cost.amount)
}
