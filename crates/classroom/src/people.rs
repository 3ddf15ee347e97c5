//! Joining a class, coming back, and being removed.

use golemry_core::Draw;

use crate::api::{Change, ChangePupil, LinkFor};
use crate::class::Class;
use crate::entry::Entry;
use crate::names;
use crate::pupil::Pupil;
use crate::refusal::Refusal;
use crate::words::TwoWords;

type Entries = Result<Vec<Entry>, Refusal>;

impl Class {
    /// A pupil joins, with a name of their own or one that is free. Somebody who is here already keeps their seat.
    pub(crate) fn join(
        &self,
        player: &str,
        name: Option<&str>,
        draw: &mut impl Draw,
    ) -> Result<(Vec<Entry>, u16), Refusal> {
        if let Ok(seat) = self.seat(Some(player)) {
            return Ok((vec![], seat));
        }
        if self.locked {
            return Err(Refusal::Locked);
        }
        let here = self.pupils.values().filter(|pupil| !pupil.removed).count();
        for (count, most) in [(here, Class::MOST_PUPILS), (self.pupils.len(), Class::MOST_SEATS)] {
            if count >= most {
                return Err(Refusal::Full { what: "this class is full", most });
            }
        }
        let name = match name {
            Some(name) => self.checked_name(name, None)?,
            None => self.free_names(draw).into_iter().next().ok_or(Refusal::Name)?,
        };
        let seat = self.pupils.last_key_value().map_or(1, |(seat, _)| seat + 1);
        let (words, player) = (self.free_words(draw), player.to_owned());
        Ok((vec![Entry::Joined { seat, name, words, player }], seat))
    }

    /// A pupil comes back on another device.
    pub(crate) fn come_back(&self, player: &str, words: &str) -> Result<(Vec<Entry>, u16), Refusal> {
        let mut pupils = self.pupils.iter().filter(|(_, pupil)| !pupil.removed);
        let (&seat, pupil) = pupils.find(|(_, pupil)| pupil.words.are(words)).ok_or(Refusal::Words)?;
        if self.devices.get(player) == Some(&seat) {
            return Ok((vec![], seat));
        }
        let most = Class::MOST_RETURNS;
        if pupil.returns >= most {
            return Err(Refusal::Full { what: "this pupil came back too often", most });
        }
        Ok((vec![Entry::Returned { seat, player: player.to_owned() }], seat))
    }

    /// A browser comes by a link whose secret has this hash.
    pub(crate) fn enter(&self, player: &str, hash: &str) -> Entries {
        let link = self.links.iter().find(|(_, secret)| *secret == hash);
        let (&purpose, _) = link.filter(|_| self.gone.is_none()).ok_or(Refusal::Secret)?;
        let browsers = match purpose {
            LinkFor::Teacher => &self.teachers,
            LinkFor::Projector => &self.projectors,
        };
        if browsers.contains(player) {
            return Ok(vec![]);
        }
        if browsers.len() >= Class::MOST_BROWSERS {
            return Err(Refusal::Full {
                what: "too many browsers have used this link",
                most: Class::MOST_BROWSERS,
            });
        }
        Ok(vec![Entry::Entered { purpose, player: player.to_owned() }])
    }

    /// The teacher changes the class.
    pub(crate) fn change(&self, Change { title, locked }: &Change) -> Entries {
        let title = title.as_deref().map(Class::checked_title).transpose()?;
        let title = title.filter(|title| *title != self.title).map(|title| Entry::Titled { title });
        let locked = locked.filter(|locked| *locked != self.locked).map(|locked| Entry::Locked { locked });
        Ok(title.into_iter().chain(locked).collect())
    }

    /// The teacher changes a pupil.
    pub(crate) fn change_pupil(&self, seat: u16, ChangePupil { name, removed }: &ChangePupil) -> Entries {
        let pupil = self.pupil(seat)?;
        let name = name.as_deref().map(|name| self.checked_name(name, Some(seat))).transpose()?;
        let name = name.filter(|name| *name != pupil.name).map(|name| Entry::Renamed { seat, name });
        let removed = removed.filter(|removed| *removed != pupil.removed);
        let here = self.pupils.values().filter(|pupil| !pupil.removed).count();
        if removed == Some(false) && here >= Class::MOST_PUPILS {
            return Err(Refusal::Full { what: "this class is full", most: Class::MOST_PUPILS });
        }
        Ok(name.into_iter().chain(removed.map(|removed| Entry::Removed { seat, removed })).collect())
    }

    /// A pupil gets other words. Devices lose the seat until somebody comes back with them.
    pub(crate) fn reword(&self, seat: u16, draw: &mut impl Draw) -> Result<(Vec<Entry>, TwoWords), Refusal> {
        self.pupil(seat)?;
        let words = self.free_words(draw);
        Ok((vec![Entry::Reworded { seat, words: words.clone() }], words))
    }

    /// The class ends a term from now.
    pub(crate) fn extend(&self, now: i64) -> Vec<Entry> {
        vec![Entry::Extended { ends: now + Class::TERM }]
    }

    /// The class is deleted, in a while.
    pub(crate) fn delete(&self, now: i64) -> (Vec<Entry>, i64) {
        match self.gone {
            Some(gone) => (vec![], gone),
            None => (vec![Entry::Deleted { gone: now + Class::GRACE }], now + Class::GRACE),
        }
    }

    /// That is taken back.
    pub(crate) fn restore(&self) -> Vec<Entry> {
        if self.gone.is_some() { vec![Entry::Restored {}] } else { vec![] }
    }

    pub(crate) fn pupil(&self, seat: u16) -> Result<&Pupil, Refusal> {
        self.pupils.get(&seat).ok_or_else(|| Refusal::missing("pupil", &seat))
    }

    /// Names that nobody has.
    pub(crate) fn free_names(&self, draw: &mut impl Draw) -> Vec<String> {
        names::free(self.language, |key| self.is_taken(key, None), draw)
    }

    /// A nickname that nobody else has.
    fn checked_name(&self, name: &str, own: Option<u16>) -> Result<String, Refusal> {
        let name = names::checked(name).ok_or(Refusal::Name)?;
        if self.is_taken(&names::key(&name), own) { Err(Refusal::NameTaken) } else { Ok(name) }
    }

    /// Pupils who were removed keep their names, since they can be let in again.
    fn is_taken(&self, key: &str, own: Option<u16>) -> bool {
        let others = self.pupils.iter().filter(|(seat, _)| Some(**seat) != own);
        others.into_iter().any(|(_, pupil)| names::key(&pupil.name) == key)
    }

    fn free_words(&self, draw: &mut impl Draw) -> TwoWords {
        loop {
            let words = TwoWords::draw(self.language, draw);
            // There are some thousand times as many pairs as seats.
            if self.pupils.values().all(|pupil| pupil.words != words) {
                return words;
            }
        }
    }
}
