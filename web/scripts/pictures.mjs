// The pictures that others show of us, drawn from the rig (data/bodies.json): node scripts/pictures.mjs
// writes favicon.svg, apple-touch-icon.png, the icons of the installed page and og.png into public. It needs the browser of the tests in e2e.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { launch } from '../e2e/lib/browser.mjs';
import { bodies, colours, draw, golem, house } from './rig.mjs';

const root = join(import.meta.dirname, '..');
const head = draw(house.body, 'head', house.colour);
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 4 96 96">${head}</svg>\n`;
/** The head on paper, so large that the middle of it is in the middle. */
const icon = (side, scale) =>
  `<svg viewBox="0 0 180 180" width="${side}" height="${side}"><rect width="180" height="180" fill="#f6ecd4"/><g transform="translate(${90 - 50 * scale} ${90 - 50.6 * scale}) scale(${scale})">${head}</g></svg>`;
const touch = icon(180, 1.54);
const family = bodies.map((body, at) => golem(body, colours[body], 100 + at * 125, at % 2 ? 590 : 562, 330));
const og = `<svg viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#1a2444"/><path d="M0 500H1200V630H0Z" fill="#8b97b4"/>
  <path d="M0 500H1200V512H0Z" fill="#5d6986"/><path d="M1050 20L980 150H1030L970 270L1120 110H1060L1110 24Z" fill="#f2c14e"/>
  <text x="70" y="130" font-family="Grenze" font-weight="700" font-size="120" fill="#fff8e6">Golemry</text>
  <text x="74" y="196" font-family="Grenze" font-weight="700" font-size="46" fill="#f2c14e">Five golem games, one table</text>${family.join('')}</svg>`;

const browser = await launch();
writeFileSync(join(root, 'public/favicon.svg'), favicon);
writeFileSync(join(root, 'public/apple-touch-icon.png'), await png(touch, 180, 180, 64));
writeFileSync(join(root, 'public/icon-192.png'), await png(icon(192, 1.54), 192, 192, 64));
writeFileSync(join(root, 'public/icon-512.png'), await png(icon(512, 1.54), 512, 512, 64));
// Systems cut such icons to any form, but leave a circle of four fifths of the side.
writeFileSync(join(root, 'public/icon-maskable.png'), await png(icon(512, 1.2), 512, 512, 64));
writeFileSync(join(root, 'public/og.png'), await png(og, 1200, 630, 64));
await browser.close();

/** The picture as the browser draws it, with at most so many colours: those that are used most. */
async function png(svg, width, height, most) {
  const page = await browser.newPage({ viewport: { width, height } });
  const font = readFileSync(join(root, 'src/art/fonts/grenze.woff2')).toString('base64');
  await page.setContent(
    `<style>@font-face{font-family:Grenze;font-weight:700;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block}</style>${svg}`,
  );
  await page.evaluate(() => document.fonts.ready);
  const shot = (await page.screenshot()).toString('base64');
  const pixels = await page.evaluate(
    async ([data, wide, high]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(wide, high).getContext('2d');
      context.drawImage(picture, 0, 0);
      return [...new Uint32Array(context.getImageData(0, 0, wide, high).data.buffer)];
    },
    [shot, width, height],
  );
  await page.close();
  return indexed(pixels, width, height, most);
}

function indexed(pixels, width, height, most) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, most);
  const channels = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  const far = (a, b) => channels(a).reduce((sum, part, at) => sum + (part - channels(b)[at]) ** 2, 0);
  const nearest = new Map(
    [...counts.keys()].map((pixel) => [pixel, palette.reduce((best, _, at) => (far(palette[at], pixel) < far(palette[best], pixel) ? at : best), 0)]), // prettier-ignore
  );
  // Each line begins with the number of its filter: none.
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((pixel, at) => (lines[at + Math.floor(at / width) + 1] = nearest.get(pixel)));
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 3, 0, 0, 0], 8);
  const chunks = [
    ['IHDR', size],
    ['PLTE', Buffer.from(palette.flatMap(channels))],
    ['IDAT', deflateSync(lines, { level: 9 })],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(([name, data]) => chunk(name, data))]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  let crc = ~0;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeInt32BE(~crc);
  return Buffer.concat([length, body, check]);
}
