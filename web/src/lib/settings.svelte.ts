/** What a reader prefers, kept in this browser. */

/** When a finished turn waits for a confirmation. */
export type Confirm = 'never' | 'touch' | 'always';

export interface ReaderSettings {
  theme: 'system' | 'light' | 'dark';
  /** The look of the boards; each skin knows these. */
  board: 'wood' | 'paper' | 'slate';
  /** The look of the pieces. */
  pieces: 'classic' | 'flat';
  /** Black and white differ by shape and pattern, not by colour alone. */
  patterns: boolean;
  coordinates: boolean;
  /** Show where the next step may go. */
  hints: boolean;
  /** Show rows that lack one piece. */
  threats: boolean;
  animate: boolean;
  sounds: boolean;
  notify: boolean;
  confirm: Confirm;
  premove: boolean;
}

const KEY = 'taijitu.settings';

export const DEFAULTS: ReaderSettings = {
  theme: 'system',
  board: 'wood',
  pieces: 'classic',
  patterns: false,
  coordinates: true,
  hints: true,
  threats: false,
  animate: true,
  sounds: true,
  notify: false,
  confirm: 'touch',
  premove: true,
};

/** Takes stored values that are known and of the right type; the others are dropped. */
export function parseSettings(stored: unknown): ReaderSettings {
  const settings: ReaderSettings = { ...DEFAULTS };
  if (typeof stored !== 'object' || stored === null) return settings;
  const choices: { [K in keyof ReaderSettings]?: readonly ReaderSettings[K][] } = {
    theme: ['system', 'light', 'dark'],
    board: ['wood', 'paper', 'slate'],
    pieces: ['classic', 'flat'],
    confirm: ['never', 'touch', 'always'],
  };
  const found = stored as Record<string, unknown>;
  for (const key of Object.keys(DEFAULTS) as (keyof ReaderSettings)[]) {
    const value = found[key];
    const among = choices[key] as readonly unknown[] | undefined;
    const fits = among ? among.includes(value) : typeof value === typeof DEFAULTS[key];
    if (fits) Object.assign(settings, { [key]: value });
  }
  return settings;
}

function load(): ReaderSettings {
  try {
    return parseSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: ReaderSettings = $state(load());

/** Changes some settings, here and at the next visit. */
export function changeSettings(change: Partial<ReaderSettings>): void {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  if (settings.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
}

/** The system's preference for reduced motion: queried once, because browsers compute styles for each query. */
let rest: MediaQueryList | undefined;

/** Whether animations are allowed: neither the reader nor the system has turned them off. */
export function mayMove(): boolean {
  rest ??= matchMedia('(prefers-reduced-motion: reduce)');
  return settings.animate && !rest.matches;
}
