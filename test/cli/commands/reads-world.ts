import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { run } from '../../../src/main.ts';
import type { StartOptions } from '../../../src/mock/listen.ts';
import { soundBody } from '../../mock/sound-body.ts';
import { sandboxFolder, TOKEN, trace } from './harness.ts';
import {
  component,
  componentBody,
  csvOf,
  packaging,
  product,
  productBody,
  supplier,
  supplierBody,
} from './sheets.ts';

export const IN_SANDBOX = ['--env', 'sandbox'] as const;

const sent = (ref: string, collection: string, color: string, batch: string) =>
  productBody(ref, 'FRN-1', {
    name: `Robe ${ref}`,
    productCollectionRef: collection,
    productColorCode: color,
    importationBatch: batch,
    packagingRefs: ['EMB-2'],
  });

/** Four studies of three products, in two collections and two batches; one component each, two packaging items. */
const FILES = {
  'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1', { name: '=cmd|calc' })]),
  'packaging.csv': csvOf(
    packaging,
    ['EMB/1 é', 'EMB-2'].map((packagingRef) => soundBody(packaging, 'STANDARD', { with: { packagingRef } })),
  ),
  'products.csv': csvOf(product, [
    sent('ROB/1 é', 'SS27', 'ECRU', 'B1'),
    sent('ROB/1 é', 'SS27', 'NOIR', 'B1'),
    sent('ROB-2', 'Été 27', 'ECRU', 'B1'),
    sent('ROB-3', 'SS27', 'ECRU', 'B2'),
  ]),
  'components.csv': csvOf(component, [
    componentBody('CMP-1', 'ROB/1 é', 'FRN-1', { productCollectionRef: 'SS27' }),
    componentBody('CMP-2', 'ROB-2', 'FRN-1', { productCollectionRef: 'Été 27' }),
    componentBody('CMP-3', 'ROB-3', 'FRN-1', { productCollectionRef: 'SS27' }),
  ]),
};

/** A folder whose sandbox environment is a mock into which the test files were imported. */
export async function imported(options: Partial<StartOptions> = {}, ...config: readonly string[]) {
  const { mock, cwd } = await sandboxFolder(FILES, { config: config, ...options });
  // One request at a time: the service lists its records in the order of the files.
  const one = ['--concurrency', '1'];
  const { code, stderr } = await trace(['import', ...Object.keys(FILES), ...IN_SANDBOX, ...one], { cwd });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return { mock, cwd };
}

/** The same, with a signal that is aborted when an export requests the third study. */
export async function importedWithStop() {
  const stop = new AbortController();
  let studies = 0;
  const before: StartOptions['before'] = ({ path: asked }) => {
    if (asked.endsWith('/details') && ++studies === 3) stop.abort();
    return null;
  };
  return { ...(await imported({ before }, 'concurrency: 1')), signal: stop.signal };
}

/** The JSON lines that a command prints. */
export async function linesOf(argv: readonly string[], cwd: string): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await trace([...argv, ...IN_SANDBOX], { cwd });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export const textIn = (cwd: string, ...names: string[]) => readFile(path.join(cwd, ...names), 'utf8');

class Screen extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  text = '';

  constructor(columns: number) {
    super();
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command that reads the sandbox, on a terminal of this width. */
export const onScreen = (argv: readonly string[], cwd: string, width = 80) =>
  onTerminal([...argv, ...IN_SANDBOX], cwd, width);

/** Runs trace on a terminal of this width. */
export async function onTerminal(argv: readonly string[], cwd: string, width = 80) {
  const stdout = new Screen(width);
  const stderr = new Screen(width);
  const code = await run(argv, {
    stdin: Readable.from([]),
    stdout,
    stderr,
    isTTY: true,
    canAnswer: false,
    env: { SANDBOX_TOKEN: TOKEN, TRACE_YES_TRUST: '1', NO_COLOR: '1' },
    cwd,
    now: () => new Date(),
    signal: new AbortController().signal,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
