/** Small sounds made on the spot: wood on wood, no file to load. */
import { settings } from './settings.svelte';

type Sound = 'turn' | 'capture' | 'yours' | 'end' | 'low' | 'say';

/** Each sound is a few short tones: frequency, start, length, loudness. */
const TONES: Record<Sound, [number, number, number, number][]> = {
  turn: [
    [190, 0, 0.05, 0.5],
    [950, 0, 0.015, 0.15],
  ],
  capture: [
    [190, 0, 0.05, 0.5],
    [140, 0.05, 0.07, 0.5],
  ],
  yours: [
    [523, 0, 0.09, 0.18],
    [659, 0.08, 0.12, 0.18],
  ],
  end: [
    [523, 0, 0.15, 0.2],
    [392, 0.14, 0.15, 0.2],
    [330, 0.28, 0.3, 0.2],
  ],
  low: [
    [880, 0, 0.08, 0.2],
    [880, 0.16, 0.08, 0.2],
  ],
  say: [[740, 0, 0.05, 0.1]],
};

/** Low volume: audible during a conversation without covering it. */
const VOLUME = 0.4;

let audio: AudioContext | null = null;

export function sound(which: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  // Browsers play no sound before the first touch.
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  for (const [frequency, start, length, loudness] of TONES[which]) tone(audio, frequency, start, length, loudness);
}

function tone(context: AudioContext, frequency: number, start: number, length: number, loudness: number): void {
  const at = context.currentTime + start;
  const voice = new OscillatorNode(context, { frequency, type: 'triangle' });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(VOLUME * loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  voice.connect(gain).connect(context.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}
