import './theme.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { needWords, preferredLanguage, speak } from './lib/words.svelte';

await needWords('common');
await speak(preferredLanguage());
mount(App, { target: document.getElementById('app')! });
