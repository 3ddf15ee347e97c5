// The golems on the cards: a mint one is small and has many arms, more of them the higher it is; a purple one is broad. As pictures, of
// which a table has few, and not as marks of each card: a hand of cards would be hundreds of them.

/** Pairs of arms, the upper ones first. */
const arms = ['M22 30Q11 25 8 11', 'M19 36Q8 34 3 24', 'M20 43Q10 46 4 39', 'M24 49Q16 54 8 51'];

const burst =
  '<path fill="#ffe27a" d="M30 2L35 14L46 6L46 19L59 19L51 30L60 39L47 42L49 55L37 49L30 60L23 49L11 55L13 42L0 39L9 30L1 19L14 19L14 6L25 14Z"/>';

function mint(pairs: number): string {
  const d = arms.slice(0, pairs).join('');
  const both = (stroke: string, wide: number): string =>
    [`<path d="${d}"`, `<path transform="translate(60 0) scale(-1 1)" d="${d}"`]
      .map((path) => `${path} stroke="${stroke}" stroke-width="${wide}"/>`)
      .join('');
  return `${both('#0b3426', 8)}${both('#74d3a8', 3.6)}
    <g stroke-width="2.2">
      <path fill="#fff3a8" d="M24 22L22 10L29 15L33 5L37 22Z"/>
      <path fill="#74d3a8" d="M30 18Q46 18 46 37Q46 55 30 55Q14 55 14 37Q14 18 30 18Z"/>
      <path fill="#3fa47d" stroke="none" d="M38 20Q46 24 46 37Q46 55 30 55Q40 48 40 36Q41 28 38 20Z"/>
      <path d="M30 18Q46 18 46 37Q46 55 30 55Q14 55 14 37Q14 18 30 18ZM24 45Q30 49 36 45"/>
    </g>
    <g stroke="none" fill="#0b3426"><circle cx="24" cy="35" r="3.4"/><circle cx="36" cy="35" r="3.4"/></g>
    <g stroke="none" fill="#fff"><circle cx="25.2" cy="33.8" r="1.2"/><circle cx="37.2" cy="33.8" r="1.2"/></g>`;
}

const fists = 'M1 36L11 32L16 44L12 56H3L-1 46ZM59 36L49 32L44 44L48 56H57L61 46Z';
const purple = `<g stroke-width="2.2">
    <path fill="#ffc9f2" d="M9 24L4 6L19 16ZM51 24L56 6L41 16ZM22 12L24 2L30 8L36 2L38 12Z"/>
    <path fill="#a583da" stroke="none" d="M5 28L18 14H42L55 28L52 42L44 58H16L8 42Z"/>
    <path fill="#7c57b4" stroke="none" d="M42 14L55 28L52 42L44 58H34L42 42L44 28L36 14Z"/>
    <path d="M5 28L18 14H42L55 28L52 42L44 58H16L8 42ZM24 38Q30 34 36 38M20 22L27 26M40 22L33 26"/>
    <path fill="#a583da" d="${fists}"/>
    <path fill="#ffc9f2" d="M30 43L35 48L30 55L25 48Z"/>
  </g>
  <g stroke="none" fill="#2a1250"><circle cx="24.5" cy="28.5" r="2.6"/><circle cx="35.5" cy="28.5" r="2.6"/></g>`;

const made = new Map<string, string>();

/** The golem of a card, as the address of a picture; magic lights it from behind. */
export function pictureOf(card: { mint: boolean; number: number; points: number }): string {
  const pairs = !card.mint ? 0 : card.number < 8 ? 2 : card.number < 15 ? 3 : 4;
  const key = `${pairs} ${card.points > 0}`;
  const known = made.get(key);
  if (known) return known;
  const golem = `<g fill="none" stroke="${pairs ? '#0b3426' : '#2a1250'}" stroke-linecap="round" stroke-linejoin="round">${pairs ? mint(pairs) : purple}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 68 68">${card.points > 0 ? burst : ''}${golem}</svg>`;
  const address = `data:image/svg+xml,${encodeURIComponent(svg.replace(/\n\s*/g, ''))}`;
  made.set(key, address);
  return address;
}
