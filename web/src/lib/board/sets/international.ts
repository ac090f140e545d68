export default import.meta.glob<string>('../../../../../assets/pieces/international/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
