use std::collections::BTreeMap;
use std::fmt;

use golemry_bots::Explain;
use golemry_core::Game;
use ts_rs::{Config, TS, TypeVisitor};

/// TypeScript declarations of a game's JSON, both ways. The type `Game` combines them.
pub fn typescript<G>() -> String
where
    G: Explain<Reason: TS>
        + Game<
            Action: TS + 'static,
            Choice: TS + 'static,
            View: TS + 'static,
            Glimpse: TS + 'static,
            Material: TS + 'static,
            Preview: TS + 'static,
        >,
{
    let types = Declarations::default()
        .with::<G::View>()
        .with::<G::Action>()
        .with::<G::Choice>()
        .with::<G::Glimpse>()
        .with::<G::Reason>()
        .with::<G::Material>()
        .with::<G::Preview>();
    let config = Declarations::config();
    let [view, action] = [G::View::name(&config), G::Action::name(&config)];
    let [choice, glimpse] = [G::Choice::name(&config), G::Glimpse::name(&config)];
    let [reason, material] = [G::Reason::name(&config), G::Material::name(&config)];
    let preview = G::Preview::name(&config);
    format!(
        "export type Game = {{ view: {view}, action: {action}, choice: {choice}, glimpse: {glimpse}, reason: {reason}, material: {material}, preview: {preview}, }};\n{types}"
    )
}

/// TypeScript declarations of some types and all types they mention, sorted by name.
#[derive(Default)]
pub struct Declarations(BTreeMap<String, String>);

impl Declarations {
    /// All our numbers are exact as JavaScript numbers.
    pub fn config() -> Config {
        Config::new().with_large_int("number")
    }

    /// Adds a type and all it mentions.
    pub fn with<T: TS + 'static>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file, such as numbers and lists, are built into the language; what is in a list may not be.
        if T::output_path().is_none() {
            return T::visit_generics(self);
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
