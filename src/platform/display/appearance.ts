/** Choices of the device in «Оформление». index.html reads the same keys before the first paint; keep them together. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export const TEXT_SIZES = ['normal', 'large', 'huge'] as const;
export const MOTIONS = ['auto', 'less'] as const;
export type Appearance = {
  theme: (typeof THEMES)[number];
  text: (typeof TEXT_SIZES)[number];
  motion: (typeof MOTIONS)[number];
};
/** Bars of the browser: the same as --sheet in tokens.css, as index.html has them. */
const BAR = { light: '#fffefb', dark: '#1b1f1b' } as const;

export function readAppearance(): Appearance {
  return {
    theme: THEMES.find((value) => value === read('theme')) ?? 'auto',
    text: TEXT_SIZES.find((value) => value === read('text')) ?? 'normal',
    motion: MOTIONS.find((value) => value === read('motion')) ?? 'auto',
  };
}

/** Keeps the choice and shows it at once. False when the device refuses to store it: then it holds until the page closes. */
export function saveAppearance(chosen: Appearance): boolean {
  const root = document.documentElement.dataset;
  const defaults = { theme: 'auto', text: 'normal', motion: 'auto' } as const;
  let isKept = true;
  for (const name of ['theme', 'text', 'motion'] as const) {
    if (chosen[name] === defaults[name]) delete root[name];
    else root[name] = chosen[name];
    isKept = write(name, chosen[name] === defaults[name] ? null : chosen[name]) && isKept;
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = BAR[chosen.theme === 'auto' ? own : chosen.theme];
  }
  return isKept;
}

function read(name: string): string | null {
  try {
    return globalThis.localStorage?.getItem(name) ?? null;
  } catch {
    return null;
  }
}
function write(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
