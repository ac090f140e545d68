export default import.meta.glob<string>('../../../../../crates/kifu/pieces/international/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
