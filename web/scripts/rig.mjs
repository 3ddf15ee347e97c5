// The rig of data/bodies.json as plain SVG, for pictures and tests outside of the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { skeleton, bodies: drawn } = JSON.parse(readFileSync(join(root, '../data/bodies.json'), 'utf8'));
const paints = readFileSync(join(root, 'src/art/paints.ts'), 'utf8');
export const colours = Object.fromEntries([...paints.matchAll(/^ {2}(\w+): '(#\w{6})',$/gm)].map(([, body, colour]) => [body, colour]));
const [, body, colour] = /house = painted\('(\w+)', '(#\w{6})'\)/.exec(paints);
export const house = { body, colour };
/** The bodies of the nine types; the others belong to one game. */
export const bodies = Object.keys(drawn).filter((name) => !drawn[name].of);

const hex = (number) => Math.round(number).toString(16).padStart(2, '0');
const parse = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const mix = (one, share, other) => `#${parse(one).map((part, at) => hex(part * share + parse(other)[at] * (1 - share))).join('')}`; // prettier-ignore

/** A part as art/PartDrawing.svelte draws it, in plain colours. */
export function draw(body, part, colour) {
  const { body: outline, shade, light, accent, lines, eyes = [] } = drawn[body].parts[part];
  const ink = 'fill="none" stroke="#1b1410" stroke-linecap="round" stroke-linejoin="round"';
  return [
    `<path fill="${colour}" d="${outline}"/>`,
    shade && `<path fill="${mix(colour, 0.68, '#100818')}" d="${shade}"/>`,
    light && `<path fill="${mix(colour, 0.62, '#ffffff')}" d="${light}"/>`,
    accent && `<path fill="${drawn[body].accent ?? mix(colour, 0.45, '#ffffff')}" d="${accent}"/>`,
    lines && `<path ${ink} stroke-width="2.6" stroke-opacity=".6" d="${lines}"/>`,
    `<path ${ink} stroke-width="3.5" d="${outline}"/>`,
    ...eyes.map(
      ([x, y, size]) =>
        `<circle cx="${x}" cy="${y}" r="${size}" fill="#1b1410" stroke="${mix(colour, 0.4, '#ffffff')}" stroke-width="1.2"/>` +
        `<circle cx="${x + size / 3}" cy="${y - size / 3}" r="${size / 3}" fill="#fff"/>`,
    ),
  ]
    .filter(Boolean)
    .join('');
}

/** A whole golem, its feet at a point. */
export function golem(body, colour, x, feet, high) {
  const [left, top, wide, all] = skeleton.frame;
  const parts = skeleton.places.map(({ part, at, mirrored }) => {
    const flip = mirrored ? ` translate(${skeleton.parts[part][0]} 0) scale(-1 1)` : '';
    return `<g transform="translate(${at.join(' ')})${flip}">${draw(body, part, colour)}</g>`;
  });
  const scale = high / all;
  return `<g transform="translate(${x - (left + wide / 2) * scale} ${feet - (top + all) * scale}) scale(${scale})">${parts.join('')}</g>`;
}
