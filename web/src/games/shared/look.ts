/** How a thing of a deck looks: its colour, what stands out on it, and its icon. */
export interface Look {
  colour: string;
  on: string;
  icon: string;
}

const CLAY = '#b08968';
const [INK, PAPER] = ['#2b221b', '#ffffff'];

/** The look of a name in a colour (`#rrggbb`; clay if it is anything else), with an icon if there is one, else with its first letters. */
export function look(name: string, colour: string, icon?: string): Look {
  const shown = /^#[0-9a-f]{6}$/i.test(colour) ? colour : CLAY;
  return { colour: shown, on: contrast(shown, INK) > contrast(shown, PAPER) ? INK : PAPER, icon: icon ?? initials(name) };
}

// Letters and digits only: names come from users, and icons are inserted as raw markup.
function initials(name: string): string {
  const letters = (name.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('');
  return `<text x="256" y="266" text-anchor="middle" dominant-baseline="central" font-size="330" font-weight="700" fill="currentColor">${letters}</text>`;
}

/** The contrast ratio of WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
