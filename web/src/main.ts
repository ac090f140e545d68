import { mount } from 'svelte';
import App from './App.svelte';
import './css/app.css';
import './css/board.css';

const target = document.getElementById('app');
if (target) mount(App, { target });
