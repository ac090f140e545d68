/** Stored games that this page cannot read: they are kept until someone has taken or discarded them. */
const PREFIX = 'komadai.unread-game.';

/** Puts what is stored under a name aside. It stays where it is if there is no room for it elsewhere. */
export function setAside(name: string): void {
  const text = localStorage.getItem(name);
  if (text === null) return;
  localStorage.setItem(`${PREFIX}${Date.now()}`, text);
  localStorage.removeItem(name);
}

/** The names of what was set aside, oldest first. */
export function unread(): string[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX))
    .sort();
}

export function unreadFile(name: string): Blob {
  return new Blob([localStorage.getItem(name) ?? ''], { type: 'application/json' });
}

export function discard(name: string): void {
  localStorage.removeItem(name);
}
