import { mount } from 'svelte';
import App from './App.svelte';
import './css/app.css';
import './css/board.css';
import { openBook } from './lib/i18n/books';
import { settings } from './lib/settings.svelte';

const target = document.getElementById('app');
await openBook(settings.language);
if (target) mount(App, { target });
