import { describe, expect, it } from 'vitest';
import { fileCounter } from './photos-zip.ts';

describe('fileCounter', () => {
  it('counts a mark that lies across two pieces', () => {
    const count = fileCounter();
    expect(count(Uint8Array.of(1, 0x50, 0x4b))).toBe(0);
    expect(count(Uint8Array.of(0x03, 0x04, 9, 9))).toBe(1);
    expect(count(Uint8Array.of(0x50, 0x50, 0x4b, 0x03, 0x04))).toBe(2);
  });

  it('does not count the directory at the end', () => {
    expect(fileCounter()(Uint8Array.of(0x50, 0x4b, 0x01, 0x02, 0x50, 0x4b, 0x05, 0x06))).toBe(0);
  });
});
