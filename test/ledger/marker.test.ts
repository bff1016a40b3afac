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

describe('the mark in a marker file', () => {
  it('the mark in a marker file has the same length for every sequence number', () => {
    const length = encodeMark(MARK).length;
    for (const seq of [0, 1, 9_999_999_999]) expect(encodeMark({ ...MARK, seq })).toHaveLength(length);
    expect(decodeMark(encodeMark(MARK))).toEqual(MARK);
  });

  it('the mark in a marker file is ignored if any one bit is wrong', () => {
    const sound = encodeMark(MARK);
    for (let bit = 0; bit < sound.length * 8; bit++) {
      const bytes = Buffer.from(sound);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(decodeMark(bytes), `bit ${bit}`).toBeNull();
    }
  });

  it('the mark in a marker file is ignored if it is truncated', () => {
    const sound = encodeMark(MARK);
    for (let length = 0; length < sound.length; length++)
      expect(decodeMark(sound.subarray(0, length))).toBeNull();
  });
});

describe('the two marker files of a ledger', () => {
  it('the two marker files of a ledger are both written, and overwritten by later marks', () => {
    const marker = new Marker(TARGET, paths);
    expect(marker.read()).toEqual([]);
    for (const seq of [7, 8, 42]) marker.write(ID, seq);
    marker.close();
    for (const path of paths) expect(readFileSync(path)).toEqual(encodeMark(MARK));
    expect(new Marker(TARGET, paths).read()).toEqual([MARK, MARK]);
    expect(new Marker('another', paths).read()).toEqual([]);
  });

  it('suffice alone if the other one is damaged or missing, and are both restored by the next write', () => {
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

  it('the two marker files of a ledger need not be writable in the home folder, but beside the locks', () => {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(dirname(paths[1]), 'a file where a folder should be');
    const marker = new Marker(TARGET, paths);
    marker.write(ID, 42);
    marker.close();
    expect(marker.read()).toEqual([MARK]);
    const [home, locks] = paths;
    expect(() => new Marker(TARGET, [locks, home]).write(ID, 42)).toThrow(/EEXIST|ENOTDIR/);
  });

  it.skipIf(process.platform === 'win32')(
    'the two marker files of a ledger are not written through a symbolic link',
    () => {
      mkdirSync(dirname(paths[0]), { recursive: true });
      const mine = join(dirname(file.path), 'mine.txt');
      writeFileSync(mine, 'mine');
      symlinkSync(mine, paths[0]);
      expect(() => new Marker(TARGET, paths).write(ID, 1)).toThrow(/is a link/);
      expect(readFileSync(mine, 'utf8')).toBe('mine');
    },
  );
});
