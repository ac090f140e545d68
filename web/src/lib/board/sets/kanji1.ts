export default import.meta.glob<string>('../../../../../crates/kifu/pieces/kanji1/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
