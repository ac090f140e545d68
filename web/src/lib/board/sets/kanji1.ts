export default import.meta.glob<string>('../../../../../assets/pieces/kanji1/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
