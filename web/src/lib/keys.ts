/** Keys of a page, as long as nothing on it has the focus that uses keys itself. */
export function onKeys(keys: Record<string, () => void>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as HTMLElement).closest('input, select, textarea, dialog, .cells')) return;
    const key = keys[event.key];
    if (!key) return;
    event.preventDefault();
    key();
  };
}
