/** The time until something begins or ends, in words short enough to tick. */
import type { Words } from '../api/types';

const DAY = 86_400;
const HOUR = 3600;

/** `3 d 4 h`, `1:02:03`, `4:05`; nothing is left below zero. */
export function countdown(ms: number): Words {
  const left = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor(left / HOUR) % 24, Math.floor(left / 60) % 60];
  if (days > 0) return { en: `${days} d ${hours} h`, fr: `${days} j ${hours} h` };
  const two = (n: number) => String(n).padStart(2, '0');
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
  return { en: text, fr: text };
}
