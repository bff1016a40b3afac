import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseMap } from '../../src/map/map-file/map-file.ts';
import { folderWith } from '../cli/commands/harness.ts';
import { CTRL_C, DOWN, ENTER, hasScript, terminal, UP } from './pseudo-terminal.ts';

const SUPPLIERS = 'supplierRef;name;Zzqx;Vvvq\nF-1;Tessitura;Milano;a\nF-2;Weberei;Ulm;\u202eb\n';
const MAP = 'trace.map.yaml';

describe.skipIf(!hasScript)('trace map on a terminal', () => {
  test('asks the open questions, can go back and search fields, and writes the map file after a yes', async () => {
    const cwd = await folderWith({ 'suppliers.csv': SUPPLIERS });
    const { type, ended, all } = terminal(cwd, ['map', 'suppliers.csv']);
    // The first column is ignored by mistake, and asked again after "back". Each question starts on "leave open".
    await type('Is all of this right?', ENTER);
    // The fields that its values fit come before "another field" and "ignore".
    const fields = [DOWN, DOWN, DOWN];
    await type('olumn C "Zzqx"', ...fields, DOWN, DOWN, ENTER);
    await type('olumn D "Vvvq"', UP, ENTER);
    await type('olumn C "Zzqx"', ...fields, DOWN, ENTER);
    await type('Part of the name', 'c', 'i', 't', 'y', DOWN, ENTER);
    await type('olumn D "Vvvq"', DOWN, DOWN, DOWN, ENTER);
    // Every supplier needs a category, which is left open.
    await type('needs category', ENTER);
    await type('Write ', 'y');
    expect((await ended)[0]).toBe(3);
    const parsed = parseMap(await readFile(path.join(cwd, MAP), 'utf8'));
    expect('lineOf' in parsed && parsed.map.sheets[0]?.columns).toMatchObject({
      Zzqx: 'address.city',
      Vvvq: 'ignore',
    });
    // Samples are shown, and what they contain does not reach the terminal.
    expect(all()).toContain('Milano | Ulm');
    expect(all()).not.toContain('\u202e');
  });

  test('writes nothing and exits with 130 on Ctrl-C', async () => {
    const cwd = await folderWith({ 'suppliers.csv': SUPPLIERS });
    const { type, ended, all } = terminal(cwd, ['map', 'suppliers.csv']);
    await type('Is all of this right?', ENTER);
    await type('olumn C "Zzqx"', DOWN, DOWN, ENTER);
    await type('olumn D "Vvvq"', CTRL_C);
    expect((await ended)[0]).toBe(130);
    expect(all()).toContain('Interrupted: nothing was written.');
    expect(existsSync(path.join(cwd, MAP))).toBe(false);
  });
});
