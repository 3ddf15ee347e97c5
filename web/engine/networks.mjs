import { readdir, readFile } from 'node:fs/promises';

const games = new URL('../../crates/games/', import.meta.url);

/** Every network file, as the page hands it over. */
export async function networks() {
  const found = [];
  for (const game of await readdir(games)) {
    const folder = new URL(`${game}/networks/`, games);
    for (const file of await readdir(folder).catch(() => [])) found.push((await readFile(new URL(file, folder))).toString('base64'));
  }
  return found;
}
