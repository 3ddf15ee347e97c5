use std::collections::BTreeMap;
use std::fmt;

use ts_rs::{Config, TS, TypeVisitor};

/// TypeScript declarations of some types and of every type they mention, sorted by name.
#[derive(Default)]
pub(crate) struct Declarations(BTreeMap<String, String>);

impl Declarations {
    /// Every number of ours is exact as a number of JavaScript's.
    pub(crate) fn config() -> Config {
        Config::new().with_large_int("number")
    }

    /// Adds a type with all it mentions.
    pub(crate) fn with<T: TS + 'static>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own, such as numbers and lists, are part of the language.
        if T::output_path().is_none() {
            return;
        }
        let config = Declarations::config();
        let declaration = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&config));
        match self.0.get(&T::ident(&config)) {
            Some(known) => assert_eq!(*known, declaration, "two types of the same name"),
            None => {
                self.0.insert(T::ident(&config), declaration);
                T::visit_dependencies(self);
                T::visit_generics(self);
            }
        }
    }
}

impl fmt::Display for Declarations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.values().try_for_each(|declaration| write!(f, "\n{declaration}"))
    }
}
