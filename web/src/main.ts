import './theme.css';
import './places.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { api } from './lib/api';
import { isSite } from './lib/site';
import { warm } from './local/ask';
import { startRouter } from './lib/router.svelte';
import { needWords, preferredLanguage, speak } from './lib/words.svelte';

// The first question makes this browser known to the server; without an answer the page still opens and says what is wrong.
const known = api.greet().catch(() => null);
if (isSite) void warm().catch(() => {});
await speak(preferredLanguage());
await Promise.all([needWords('common'), known]);
startRouter();
mount(App, { target: document.getElementById('app')! });
