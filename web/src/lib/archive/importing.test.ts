import { describe, expect, it } from 'vitest';
import { archive } from '../messages/archive';
import { blamed, reasonNotToSend } from './importing';

describe('a game that is brought along', () => {
  it('is not sent when there is nothing to read', () => {
    expect(reasonNotToSend(' \n ')).toBe(archive.importEmpty);
    expect(reasonNotToSend('PK\0\0')).toBe(archive.importNotText);
    expect(reasonNotToSend('a'.repeat(70_000))).toEqual(archive.importTooLong(64));
    expect(reasonNotToSend('1. a1')).toBeNull();
  });

  it('is shown the line that was wrong', () => {
    const text = 'game: y\r\na1\nb99\n';
    expect(blamed(text, { line: 3 })).toEqual({ line: 3, text: 'b99', from: 12, to: 15 });
    expect(blamed(text, { line: 1 })).toEqual({ line: 1, text: 'game: y', from: 0, to: 7 });
    expect(blamed(text, {})).toBeNull();
    expect(blamed(text, { line: 9 })).toBeNull();
  });
});
