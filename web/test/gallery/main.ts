// Every table with real views, for the eyes of who works on it: `npm run dev`, then /test/gallery/?game=duel&frame=3&theme=dark&lang=fr.
import { mount } from 'svelte';
import '../../src/theme.css';
import Gallery from './Gallery.svelte';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
mount(Gallery, {
  target: document.getElementById('app')!,
  props: {
    game: asked.get('game') ?? 'its-alive',
    frame: asked.get('frame'),
    language: asked.get('lang') === 'fr' ? 'fr' : 'en',
    calm: asked.get('calm') !== 'no',
  },
});
