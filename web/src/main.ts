import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './fonts/fonts.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has a place for the page');
mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  // Without it the page works as well, only not from the home screen without a network.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
