import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installProgram, run } from './process.ts';

/** What the tested program supports. An older build is tested without what it lacks. */
export interface Abilities {
  /** The setting for the time after which absence counts. */
  readonly absence: boolean;
  /** The flag that starts without the lost ledger. */
  readonly newLedger: boolean;
  /** The flag that accepts the content of outdated records. */
  readonly keep: boolean;
}

/** Detects what the program supports. */
export async function abilitiesOf(program: string): Promise<Abilities> {
  const folder = mkdtempSync(join(tmpdir(), 'trace-torture-'));
  try {
    installProgram(folder, program);
    mkdirSync(join(folder, 'state'));
    writeFileSync(
      join(folder, 'trace.config.yaml'),
      'environments: { torture: { baseUrl: "http://127.0.0.1:9", absence: 5s } }\n',
    );
    const output = async (line: string) =>
      run({ line, folder, token: 't', interruption: null, mostMs: 30_000, listen: () => {} });
    const shown = await output('trace env show torture');
    const help = await output('trace import --help');
    const resolve = await output('trace resolve --help');
    return {
      absence: shown.code === 0,
      newLedger: help.stdout.includes('--new-ledger'),
      keep: resolve.stdout.includes('--keep'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
