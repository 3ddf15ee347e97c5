use golemry_core::{BySeat, Draw as _, Event, Game, Node, PlayoutRng, Seat, Viewer};
use serde::Serialize;

use crate::guide::Guide;
use crate::pace::Pace;
use crate::playout::playout;
use crate::tree::{Edge, NodeId, Tree};

/// Information-set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse, 2012).
///
/// Each iteration imagines a world from the view and walks a tree that all worlds share: only what is legal in this world can be
/// chosen, and an option is judged against how often it *could* have been chosen (the availability count), not against how
/// often its parent was visited.
///
/// It deviates from the paper as follows. Only the options that the guide [weighs](Guide::weighed) are searched, not every legal
/// action. What the searching seat sees of an event is an edge of its own, so that a drawn card leads to its own node. The
/// first option tried in a new node is the guide's; others are tried when the best known one looks worse than
/// [`urgency`](Ismcts::urgency), not always first. A playout may end at a [`horizon`](Ismcts::horizon) with an estimate. If
/// several seats decide at once, the searching one goes first, so it cannot react to what it may not know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ismcts {
    /// How much rarely tried options are favoured: the constant of UCB1, for utilities from 0 to 1.
    pub exploration: f64,
    /// What an untried option promises; above 1 every option is tried before any is tried again.
    pub urgency: f64,
    /// Decisions in a playout before its result is estimated.
    pub horizon: u32,
    /// Whether the other seats are searched too, and do what is best for them. Opponents then respond to the searcher's real hand
    /// (strategy fusion), more so with more iterations. Otherwise they play as in a playout.
    pub searches_others: bool,
}

impl Default for Ismcts {
    fn default() -> Ismcts {
        Ismcts::DEFAULT
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<A> {
    /// The options it weighed, the best first; at least one.
    pub options: Vec<Alternative<A>>,
    /// Iterations done, each in a world of its own.
    pub iterations: u32,
}

/// An action that was weighed, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// What it is expected to be worth to the seat that decides, from 0 to 1: its mean utility; `None` if it was never tried.
    pub value: Option<f64>,
    /// The standard error of that; `None` if it is not known. Replies leave it out.
    #[serde(skip)]
    pub error: Option<f64>,
}

impl Ismcts {
    /// A plain search: every option is tried, and every playout goes to the end.
    pub const DEFAULT: Ismcts =
        Ismcts { exploration: 0.7, urgency: f64::INFINITY, horizon: u32::MAX, searches_others: true };

    /// Thinks about the decision of `seat`, which is to act and whose view this is.
    pub fn search<G: Game>(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        guide: &impl Guide<G>,
        pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Findings<G::Action> {
        let mut search = Search {
            settings: self,
            game,
            guide,
            seat,
            tree: Tree::new(),
            list: Vec::new(),
            tried: Vec::new(),
        };
        let mut first_list = Vec::new();
        guide.weighed(game, &game.determinize(view, rng), seat, &mut first_list);
        let mut path = Vec::new();
        let mut iterations = 0;
        // A single option needs no thought.
        while first_list.len() > 1 && pace.go_on(iterations) {
            search.iterate(game.determinize(view, rng), &mut path, rng);
            iterations += 1;
        }
        let mut options = search.options();
        if options.is_empty() {
            options = first_list
                .into_iter()
                .map(|action| Alternative { action, visits: 0, value: None, error: None })
                .collect();
        }
        Findings { options, iterations }
    }
}

type TreeOf<G> = Tree<<G as Game>::Action, <G as Game>::Glimpse>;

struct Search<'a, G: Game, U> {
    settings: &'a Ismcts,
    game: &'a G,
    guide: &'a U,
    seat: Seat,
    tree: TreeOf<G>,
    /// Candidates of the node at hand; kept to be filled again.
    list: Vec<G::Action>,
    /// Which of them have a node; likewise kept.
    tried: Vec<bool>,
}

impl<G: Game, U: Guide<G>> Search<'_, G, U> {
    /// Selection, expansion, playout and backpropagation in one imagined world.
    fn iterate(&mut self, mut world: G::State, path: &mut Vec<NodeId>, rng: &mut PlayoutRng) {
        path.clear();
        let mut at = TreeOf::<G>::ROOT;
        let mut new = false;
        while !new && !self.guide.is_settled(self.game, &world) {
            let event = match self.game.node(&world) {
                Node::Over => break,
                Node::Chance => Event::Chance { chance: self.game.sample(&world, rng) },
                Node::Act(seats) => {
                    let first = seats.first().expect("somebody is to act");
                    let seat = if seats.contains(self.seat) { self.seat } else { first };
                    let action;
                    if seat == self.seat || self.settings.searches_others {
                        (at, action, new) = self.choose(at, &world, seat, rng);
                        path.push(at);
                    } else {
                        action = self.guide.playout_action(self.game, &world, seat, rng);
                    }
                    Event::Action { seat, action }
                }
            };
            // Situations differ by what the seat sees of the event: a drawn card becomes known only now.
            if !new {
                at = self.seen_child(at, self.game.glimpse(&world, &event, Viewer::Seat(self.seat)));
            }
            self.game.apply(&mut world, &event);
        }
        let played = playout(self.game, world, self.guide, self.settings.horizon, rng);
        self.learn(path, &played.utility);
    }

    /// The child for what the searching seat sees.
    fn seen_child(&mut self, at: NodeId, seen: G::Glimpse) -> NodeId {
        let edge = Edge::Seen(seen);
        let known = self.tree.children(at).find(|child| self.tree.node(*child).edge.as_ref() == Some(&edge));
        known.unwrap_or_else(|| self.tree.add(at, edge))
    }

    /// The child to go to, the action that leads there, and whether it is new.
    fn choose(
        &mut self,
        at: NodeId,
        world: &G::State,
        seat: Seat,
        rng: &mut PlayoutRng,
    ) -> (NodeId, G::Action, bool) {
        self.list.clear();
        self.guide.weighed(self.game, world, seat, &mut self.list);
        self.tried.clear();
        self.tried.resize(self.list.len(), false);
        let mut best: Option<(f64, NodeId, usize)> = None;
        let mut untried = self.list.len();
        let mut next = self.tree.first_child(at);
        while let Some(child) = next {
            next = self.tree.next_sibling(child);
            let node = self.tree.node_mut(child);
            let Some(Edge::Action(chooser, action)) = &node.edge else { continue };
            if *chooser != seat {
                continue;
            }
            let Ok(index) = self.list.binary_search(action) else { continue };
            self.tried[index] = true;
            untried -= 1;
            node.available += 1;
            let mean = node.reward / f64::from(node.visits);
            let doubt = (libm::log(f64::from(node.available)) / f64::from(node.visits)).sqrt();
            let promise = mean + self.settings.exploration * doubt;
            if best.is_none_or(|(most, ..)| promise > most) {
                best = Some((promise, child, index));
            }
        }
        match best {
            Some((promise, child, index)) if untried == 0 || promise >= self.settings.urgency => {
                (child, self.list[index].clone(), false)
            }
            _ => {
                let nothing_tried = untried == self.list.len();
                let advice =
                    nothing_tried.then(|| self.guide.first_try(self.game, world, seat, rng)).flatten();
                let advised = advice.and_then(|action| self.list.binary_search(&action).ok());
                let index = advised.unwrap_or_else(|| {
                    let skip = rng.below(untried as u32) as usize;
                    let open = (0..self.list.len()).filter(|index| !self.tried[*index]);
                    open.into_iter().nth(skip).expect("some candidate was not tried")
                });
                let action = self.list[index].clone();
                let child = self.tree.add(at, Edge::Action(seat, action.clone()));
                self.tree.node_mut(child).available = 1;
                (child, action, true)
            }
        }
    }

    fn learn(&mut self, path: &[NodeId], utility: &BySeat<f64>) {
        for id in path {
            let node = self.tree.node_mut(*id);
            node.visits += 1;
            if let Some(Edge::Action(seat, _)) = node.edge {
                node.reward += utility[seat];
                node.squares += utility[seat] * utility[seat];
            }
        }
    }

    /// What was found about the decision: the most tried option first, then the better one, then the lower one. Until something was
    /// tried twice, the guide's own choice stays ahead: one playout of each option is mostly luck, and a search with fewer iterations
    /// than options would play like a fool.
    fn options(&self) -> Vec<Alternative<G::Action>> {
        // The spread of a playout's outcome is that of all options together: one that was tried twice does not tell its own.
        let nodes = self.tree.children(TreeOf::<G>::ROOT).map(|id| self.tree.node(id));
        let (mut tries, mut squares) = (0.0, 0.0);
        for node in nodes.filter(|node| node.visits > 0) {
            tries += f64::from(node.visits);
            squares += node.squares - node.reward * node.reward / f64::from(node.visits);
        }
        let variance = squares.max(0.0) / tries;
        let weigh = |id: NodeId| {
            let node = self.tree.node(id);
            let Some(Edge::Action(_, action)) = &node.edge else { return None };
            let value = node.reward / f64::from(node.visits);
            let error = Some((variance / f64::from(node.visits)).sqrt());
            Some(Alternative { action: action.clone(), visits: node.visits, value: Some(value), error })
        };
        let mut options: Vec<_> = self.tree.children(TreeOf::<G>::ROOT).filter_map(weigh).collect();
        // The guide's choice was tried first.
        options.reverse();
        let guided = usize::from(options.iter().all(|it| it.visits < 2)).min(options.len());
        options[guided..].sort_by(|a, b| {
            let better = b.value.unwrap_or(0.0).total_cmp(&a.value.unwrap_or(0.0));
            b.visits.cmp(&a.visits).then(better).then_with(|| a.action.cmp(&b.action))
        });
        options
    }
}
