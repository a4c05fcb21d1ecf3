/** What a reader prefers, kept in this browser. */

/** When a finished turn waits for a confirmation. */
export type Confirm = 'never' | 'touch' | 'always';

export interface Settings {
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

export const DEFAULTS: Settings = {
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

/** Takes what is known and of the right kind; whatever else was stored is left behind. */
export function understand(stored: unknown): Settings {
  const settings: Settings = { ...DEFAULTS };
  if (typeof stored !== 'object' || stored === null) return settings;
  const choices: { [K in keyof Settings]?: readonly Settings[K][] } = {
    theme: ['system', 'light', 'dark'],
    board: ['wood', 'paper', 'slate'],
    pieces: ['classic', 'flat'],
    confirm: ['never', 'touch', 'always'],
  };
  const found = stored as Record<string, unknown>;
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = found[key];
    const among = choices[key] as readonly unknown[] | undefined;
    const fits = among ? among.includes(value) : typeof value === typeof DEFAULTS[key];
    if (fits) Object.assign(settings, { [key]: value });
  }
  return settings;
}

function load(): Settings {
  try {
    return understand(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(load());

/** Changes some settings, here and at the next visit. */
export function prefer(change: Partial<Settings>): void {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  if (settings.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
}

/** Whether things may move: neither the reader nor the system asked for rest. */
export function mayMove(): boolean {
  return settings.animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
