import { api } from './api';
import { markdown, type Block } from './markdown';

const read = new Map<string, Promise<Block[]>>();

/** The rules of a game in a language, read once. */
export function rulesOf(game: string, language: string): Promise<Block[]> {
  const key = `${game} ${language}`;
  let blocks = read.get(key);
  if (!blocks) {
    blocks = api.rules(game, language).then((reply) => markdown(reply.markdown));
    blocks.catch(() => read.delete(key));
    read.set(key, blocks);
  }
  return blocks;
}
