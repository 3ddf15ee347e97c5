import './theme.css';
import './places.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { api } from './lib/api';
import { listenForInstall } from './lib/install.svelte';
import { isSite } from './lib/site';
import { warm } from './local/ask';
import { startRouter } from './lib/router.svelte';
import { keepPage } from './lib/update.svelte';
import { needWords, preferredLanguage, speak } from './lib/words.svelte';

// Before anything else: browsers make this offer once.
listenForInstall();

// The first question makes this browser known to the server; without an answer the page still opens and says what is wrong.
const known = api.greet().catch(() => null);
if (isSite) void warm();
await speak(preferredLanguage());
await Promise.all([needWords('common'), known]);
startRouter();
const target = document.getElementById('app')!;
// In a copy of plain files it explains what to do where no script runs.
target.replaceChildren();
mount(App, { target });
keepPage();
