// Makes the page's two faces in src/art/fonts/: Grenze for titles, Atkinson Hyperlegible Next for everything else, both under the SIL Open
// Font License, cut down to the signs that our two languages need. Run it in a folder that has them:
// `npm install @fontsource/grenze @fontsource-variable/atkinson-hyperlegible-next subset-font`, then `node …/web/scripts/fonts.mjs`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const { default: subset } = await import(require.resolve('subset-font'));
const folder = join(import.meta.dirname, '../src/art/fonts');
const faces = {
  grenze: '@fontsource/grenze/files/grenze-latin-700-normal.woff2',
  'atkinson-hyperlegible-next': '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
};
// Latin-1 whole, since people write their own names, and the signs beyond it that we use.
const latin = Array.from({ length: 0x100 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join('');
const signs = `${latin}Œœ–—‘’“”…•←→−×\u202f`;

mkdirSync(folder, { recursive: true });
for (const [name, file] of Object.entries(faces)) {
  const cut = await subset(readFileSync(join(process.cwd(), 'node_modules', file)), signs, { targetFormat: 'woff2' });
  writeFileSync(join(folder, `${name}.woff2`), cut);
  const [scope, family] = file.split('/');
  writeFileSync(join(folder, `${name}.LICENSE.txt`), readFileSync(join(process.cwd(), 'node_modules', scope, family, 'LICENSE')));
  console.log(name, cut.length);
}
