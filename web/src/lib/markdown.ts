// A small reader for the Markdown of our rules. It makes a tree that parts/Markdown.svelte draws element by element, so that no text
// can ever become markup.

export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; inside: Span[] }
  | { kind: 'em'; inside: Span[] }
  | { kind: 'clause'; clause: string }
  | { kind: 'link'; to: string; inside: Span[] };

export type Block =
  | { kind: 'heading'; level: number; inside: Span[]; id: string }
  | { kind: 'paragraph'; inside: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] };

const CLAUSE = /^[A-Z]{2}-\d+$/;
const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

export function spans(text: string): Span[] {
  const list: Span[] = [];
  let rest = text;
  for (let found = SPAN.exec(rest); found; found = SPAN.exec(rest)) {
    if (found.index > 0) list.push({ kind: 'text', text: rest.slice(0, found.index) });
    const [whole, code, strong, em, label, to] = found;
    if (code !== undefined) list.push({ kind: 'code', text: code });
    else if (strong !== undefined && CLAUSE.test(strong)) list.push({ kind: 'clause', clause: strong });
    else if (strong !== undefined) list.push({ kind: 'strong', inside: spans(strong) });
    else if (em !== undefined) list.push({ kind: 'em', inside: spans(em) });
    // Only addresses of ours and of the web: nothing that a browser would run.
    else if (/^(https?:\/\/|\/|#)/.test(to ?? '')) list.push({ kind: 'link', to: to ?? '', inside: spans(label ?? '') });
    else list.push(...spans(label ?? ''));
    rest = rest.slice(found.index + whole.length);
  }
  if (rest) list.push({ kind: 'text', text: rest });
  return list;
}

const cells = (line: string): Span[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spans(cell.trim()));

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export function markdown(source: string): Block[] {
  const lines = source.replace(/\r/g, '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const line = (): string => lines[at] ?? '';
  while (at < lines.length) {
    const heading = /^(#{1,4}) (.*)$/.exec(line());
    const item = /^(-|\d+\.) /.exec(line());
    if (!line().trim()) {
      at++;
    } else if (line().startsWith('```')) {
      const start = ++at;
      while (at < lines.length && !line().startsWith('```')) at++;
      blocks.push({ kind: 'code', text: lines.slice(start, at).join('\n') });
      at++;
    } else if (heading) {
      const title = heading[2] ?? '';
      blocks.push({ kind: 'heading', level: (heading[1] ?? '#').length, inside: spans(title), id: slug(title) });
      at++;
    } else if (line().startsWith('|')) {
      const head = cells(line());
      at += 2;
      const rows: Span[][][] = [];
      for (; line().startsWith('|'); at++) rows.push(cells(line()));
      blocks.push({ kind: 'table', head, rows });
    } else if (item) {
      const items: string[] = [];
      for (; line().trim(); at++) {
        const begins = /^(?:-|\d+\.) (.*)$/.exec(line());
        if (begins) items.push(begins[1] ?? '');
        else items[items.length - 1] += ` ${line().trim()}`;
      }
      blocks.push({ kind: 'list', ordered: item[1] !== '-', items: items.map(spans) });
    } else {
      const start = at;
      while (line().trim() && !/^(```|#{1,4} |\||- |\d+\. )/.test(line())) at++;
      blocks.push({ kind: 'paragraph', inside: spans(lines.slice(start, at).join(' ')) });
    }
  }
  return blocks;
}

const clauseAt = (list: Span[] | undefined): string | null => (list?.[0]?.kind === 'clause' ? list[0].clause : null);
const begins = (block: Block): string | null => (block.kind === 'paragraph' ? clauseAt(block.inside) : null);

/** The blocks of one clause: from its number up to the next clause or heading, or the item of a list that has it. */
export function clauseOf(blocks: Block[], clause: string): Block[] {
  const start = blocks.findIndex((block) => begins(block) === clause);
  if (start < 0) {
    const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
    return items.filter((item) => clauseAt(item) === clause).map((inside) => ({ kind: 'paragraph', inside }));
  }
  const length = blocks.slice(start + 1).findIndex((block) => block.kind === 'heading' || begins(block) !== null);
  return blocks.slice(start, length < 0 ? undefined : start + 1 + length);
}
