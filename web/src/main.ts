import { mount } from 'svelte';
import App from './App.svelte';
import './css/app.css';
import './css/board.css';
import { openBook } from './lib/i18n/books';
import { settings, shownTheme } from './lib/settings.svelte';

const target = document.getElementById('app');
// Before the words are there: nobody who chose the dark sees a light page first.
document.documentElement.dataset.theme = shownTheme(
  matchMedia('(prefers-color-scheme: dark)').matches,
);
await openBook(settings.language);
if (target) mount(App, { target });
