//! Joining two records of one game.

use super::header::Header;
use super::node::{Action, NodeId, NodeRef};
use super::time::MoveTime;
use super::{Record, Tree};
use std::collections::HashSet;

/// Why two records cannot be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// They are of different games.
    #[error("the records are of different variants")]
    Variant,
    /// They start from different positions.
    #[error("the records start from different positions")]
    Start,
}

impl Record {
    /// Adds all that another record has: headers with new keys, moves as variations, comments,
    /// bookmarks, times and annotations where this record has none or others.
    ///
    /// # Errors
    /// Returns an error if variant or start position differ; the record is then unchanged.
    pub fn merge(&mut self, other: &Record) -> Result<(), MergeError> {
        if self.variant != other.variant {
            return Err(MergeError::Variant);
        }
        if self.start != other.start {
            return Err(MergeError::Start);
        }
        let keys: HashSet<String> = self
            .headers
            .iter()
            .map(|header| header.key.clone())
            .collect();
        let lines: HashSet<String> = self
            .headers
            .iter()
            .map(|header| header.value.clone())
            .collect();
        for Header { key, value } in &other.headers {
            // Lines of text without a key are told apart by what they say.
            let known = if key.is_empty() {
                lines.contains(value)
            } else {
                keys.contains(key)
            };
            if !known {
                self.headers.push(key.clone(), value.clone());
            }
        }
        merge_trees(&mut self.tree, &other.tree);
        Ok(())
    }
}

fn merge_trees(tree: &mut Tree, other: &Tree) {
    // The preorder visits parents before children, so the last entry of the right depth is the parent.
    let mut path: Vec<NodeId> = Vec::new();
    for node in other.preorder() {
        path.truncate(node.ply() as usize);
        let id = match path.last() {
            None => NodeId::ROOT,
            Some(&parent) => counterpart(tree, parent, node),
        };
        merge_notes(tree, id, node);
        path.push(id);
    }
}

/// The node that says the same under a parent, made if there is none.
fn counterpart(tree: &mut Tree, parent: NodeId, node: NodeRef<'_>) -> NodeId {
    match node.action() {
        Action::Start => NodeId::ROOT,
        Action::Move { mv, breach } => match tree.child_by_move(parent, mv) {
            Some(id) => id,
            None => tree.push_move(parent, mv, breach),
        },
        Action::End(ending) => {
            let same = tree
                .get(parent)
                .children()
                .take(1000)
                .find(|child| child.ending() == Some(ending));
            match same.map(NodeRef::id) {
                Some(id) => id,
                None => tree.push_ending(parent, ending.clone()),
            }
        }
    }
}

fn merge_notes(tree: &mut Tree, id: NodeId, node: NodeRef<'_>) {
    let ours = tree.get(id).time();
    let theirs = node.time();
    let time = MoveTime {
        spent: ours.spent.or(theirs.spent),
        total: ours.total.or(theirs.total),
    };
    tree.set_time(id, time);
    if let Some(comment) = node.comment()
        && !tree
            .get(id)
            .comment()
            .is_some_and(|own| own.contains(comment))
    {
        for line in comment.split('\n') {
            tree.push_comment_line(id, line);
        }
    }
    if tree.get(id).bookmark().is_none()
        && let Some(bookmark) = node.bookmark()
    {
        tree.set_bookmark(id, Some(bookmark.to_owned()));
    }
    for annotation in node.annotations() {
        if !tree.get(id).annotations().contains(annotation) {
            tree.push_annotation(id, annotation.clone());
        }
    }
}
