//! Golem It.
