/** A few pieces of every set: enough to choose by, and small. */
export default import.meta.glob<string>(
  '../../../../../crates/kifu/pieces/{kanji1,kanji2,bilingual,international}/{king,rook,pro_pawn}.svg',
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
