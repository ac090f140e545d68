export default import.meta.glob<string>('../../../../../crates/kifu/pieces/kanji2/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
