export default import.meta.glob<string>('../../../../../assets/pieces/bilingual/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
