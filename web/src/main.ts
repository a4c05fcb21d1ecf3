import { mount } from 'svelte';
import App from './App.svelte';
import { registerServiceWorker } from './lib/device/update.svelte';
import './app.css';
import './fonts/fallback.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has a place for the page');
mount(App, { target });

// The typeface of headings is loaded after the first visit only, to keep that one small.
if ('serviceWorker' in navigator && navigator.serviceWorker.controller) void import('./fonts/fonts.css');

if (import.meta.env.PROD) registerServiceWorker();
