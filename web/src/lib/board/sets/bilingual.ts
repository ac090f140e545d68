export default import.meta.glob<string>('../../../../../crates/kifu/pieces/bilingual/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
