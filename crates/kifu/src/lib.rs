//! Game records of shogi and Seireigi.
