use golemry_core::Seat;

/// A node's place in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

/// What leads to a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Edge<A, L> {
    /// A decision of a seat.
    Action(Seat, A),
    /// An event as the searching seat sees it: outcomes it cannot tell apart share a node.
    Seen(L),
}

/// A node with the edge that leads to it.
#[derive(Clone, Debug)]
pub struct TreeNode<A, L> {
    /// The edge; `None` at the root.
    pub edge: Option<Edge<A, L>>,
    /// How often it was passed.
    pub visits: u32,
    /// How often it could have been chosen where its parent was passed.
    pub available: u32,
    /// The utilities of the seat that chose it, added up.
    pub reward: f64,
    /// Their squares, added up.
    pub squares: f64,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl<A, L> TreeNode<A, L> {
    fn new(edge: Option<Edge<A, L>>) -> TreeNode<A, L> {
        TreeNode {
            edge,
            visits: 0,
            available: 0,
            reward: 0.0,
            squares: 0.0,
            first_child: None,
            next_sibling: None,
        }
    }
}

/// What a search has met so far: nodes in one arena, the children of a node as a chain.
#[derive(Clone, Debug)]
pub struct Tree<A, L> {
    nodes: Vec<TreeNode<A, L>>,
}

impl<A, L> Tree<A, L> {
    /// Where the search stands.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree with nothing but its root.
    pub fn new() -> Tree<A, L> {
        Tree { nodes: vec![TreeNode::new(None)] }
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &TreeNode<A, L> {
        &self.nodes[id.0 as usize]
    }

    /// A node, to change.
    pub fn node_mut(&mut self, id: NodeId) -> &mut TreeNode<A, L> {
        &mut self.nodes[id.0 as usize]
    }

    /// The latest child of a node.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The child that its parent got before this one.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// The children of a node, the latest first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |child| self.next_sibling(*child))
    }

    /// Adds a child.
    pub fn add(&mut self, parent: NodeId, edge: Edge<A, L>) -> NodeId {
        let id =
            NodeId(u32::try_from(self.nodes.len()).expect("a search ends before its tree has 2^32 nodes"));
        let next_sibling = self.node_mut(parent).first_child.replace(id);
        self.nodes.push(TreeNode { next_sibling, ..TreeNode::new(Some(edge)) });
        id
    }
}
