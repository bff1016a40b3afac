import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeMark, encodeMark, hashOf, type Mark, Marker, readMark } from '../../src/ledger/marker.ts';
import { ledgerFile } from '../send/push/harness.ts';

const ID = 'a'.repeat(32);
const TARGET = 'sandbox http://127.0.0.1:1';
const MARK: Mark = { ledger: ID, target: hashOf(TARGET), seq: 42 };

let file: ReturnType<typeof ledgerFile>;
let paths: [string, string];

beforeEach(() => {
  file = ledgerFile();
  const folder = dirname(file.path);
  paths = [join(folder, 'locks', 'a.mark'), join(folder, 'home', 'b.mark')];
});

afterEach(() => file.remove());

describe('a mark', () => {
  it('is a line of the same length, whatever it says', () => {
    const length = encodeMark(MARK).length;
    for (const seq of [0, 1, 9_999_999_999]) expect(encodeMark({ ...MARK, seq })).toHaveLength(length);
    expect(decodeMark(encodeMark(MARK))).toEqual(MARK);
  });

  it('of which any one bit is wrong is none', () => {
    const sound = encodeMark(MARK);
    for (let bit = 0; bit < sound.length * 8; bit++) {
      const bytes = Buffer.from(sound);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(decodeMark(bytes), `bit ${bit}`).toBeNull();
    }
  });

  it('that was cut short is none', () => {
    const sound = encodeMark(MARK);
    for (let length = 0; length < sound.length; length++)
      expect(decodeMark(sound.subarray(0, length))).toBeNull();
  });
});

describe('markers', () => {
  it('are written in both places, and over what was there', () => {
    const marker = new Marker(TARGET, paths);
    expect(marker.read()).toEqual([]);
    for (const seq of [7, 8, 42]) marker.write(ID, seq);
    marker.close();
    for (const path of paths) expect(readFileSync(path)).toEqual(encodeMark(MARK));
    expect(new Marker(TARGET, paths).read()).toEqual([MARK, MARK]);
    expect(new Marker('another', paths).read()).toEqual([]);
  });

  it('count alone when the other one is damaged or gone, and are whole again with the next write', () => {
    const marker = new Marker(TARGET, paths);
    marker.write(ID, 42);
    marker.close();
    writeFileSync(paths[0], `${'x'.repeat(500)}`);
    expect(marker.read()).toEqual([MARK]);
    rmSync(paths[1]);
    expect(marker.read()).toEqual([]);
    marker.write(ID, 42);
    marker.close();
    for (const path of paths) expect(readMark(path)).toEqual(MARK);
  });

  it('do without a home that cannot be written, and not without the place beside the locks', () => {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(dirname(paths[1]), 'a file where a folder should be');
    const marker = new Marker(TARGET, paths);
    marker.write(ID, 42);
    marker.close();
    expect(marker.read()).toEqual([MARK]);
    const [home, locks] = paths;
    expect(() => new Marker(TARGET, [locks, home]).write(ID, 42)).toThrow(/EEXIST|ENOTDIR/);
  });

  it.skipIf(process.platform === 'win32')('are not written through a link', () => {
    mkdirSync(dirname(paths[0]), { recursive: true });
    const mine = join(dirname(file.path), 'mine.txt');
    writeFileSync(mine, 'mine');
    symlinkSync(mine, paths[0]);
    expect(() => new Marker(TARGET, paths).write(ID, 1)).toThrow(/is a link/);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
  });
});
