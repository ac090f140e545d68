//! Equality of trees: all that a reader of the record could see counts, the arena's order does not.

use super::node::NodeRef;
use super::tree::Tree;

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut ours = self.preorder();
        let mut theirs = other.preorder();
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if same_node(a, b) => {}
                _ => return false,
            }
        }
    }
}

impl Eq for Tree {}

/// Equal depth in the same order of visits means the same shape.
fn same_node(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    a.ply() == b.ply()
        && a.action() == b.action()
        && a.time() == b.time()
        && a.comment() == b.comment()
        && a.bookmark() == b.bookmark()
        && a.annotations() == b.annotations()
}
