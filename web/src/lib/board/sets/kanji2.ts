export default import.meta.glob<string>('../../../../../assets/pieces/kanji2/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
