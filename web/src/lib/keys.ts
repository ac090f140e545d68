/** Keys of a page. Letters belong to fields where one types; Escape lets go from everywhere but a dialog, which it closes. */
export function onKeys(keys: Record<string, () => void>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const taken = event.key === 'Escape' ? 'dialog' : 'input, select, textarea, dialog';
    if ((event.target as HTMLElement).closest(taken)) return;
    const key = keys[event.key];
    if (!key) return;
    event.preventDefault();
    key();
  };
}
