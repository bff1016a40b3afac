import { join } from 'node:path';
import { keyOf } from '../src/contract/kind.ts';
import { kindsOf } from '../src/contract/registry.ts';
import { Content } from '../src/import/input/staged-record.ts';
import { Ledger } from '../src/ledger/ledger.ts';
import { complete } from '../src/records/check/check-row.ts';
import { readRow } from '../src/records/read.ts';
import { levelsOf } from '../src/send/plan/kind-waves.ts';
import { dbOf } from '../test/ledger/store-of.ts';
import { BATCH, component, componentCells, componentMap, rowsOf } from './components.ts';

export const TARGET = 'bench http://127.0.0.1';
export const WAVES = levelsOf(kindsOf('v2')).map((level) => level.kinds);

/** Bodies of components as JSON, each with its key and content hash. */
export function bodiesOf(count: number) {
  const rows = rowsOf(count, componentCells);
  const map = componentMap(rows);
  return rows.map((row) => {
    const { body } = complete(readRow(map, row), { family: null, batch: null, projectTypes: {} });
    return { json: JSON.stringify(body), key: keyOf(component, body), hash: new Content(body).hash([]) };
  });
}

let made = 0;

/** A new ledger in the folder, as durable as a real one, with these components planned and not yet sent. */
export function stagedLedger(folder: string, bodies: ReturnType<typeof bodiesOf>) {
  const ledger = Ledger.open(join(folder, `ledger-${made++}.db`));
  const { run } = ledger.runs.start({
    command: 'import',
    environment: 'bench',
    target: TARGET,
    interface: 'v2',
    startedAt: new Date().toISOString(),
    options: '{}',
  });
  const stage = ledger.stage(run);
  const sheetId = stage.addSheet('components.csv', 'components', component.name, {});
  for (const [at, { json, key, hash }] of bodies.entries()) {
    stage.addRecord({
      kind: component.name,
      family: 'STANDARD',
      key,
      batch: BATCH,
      body: json,
      hash,
      shareKey: null,
      shareHash: null,
      sheetId,
      row: at + 2,
      ending: null,
      references: [],
    });
  }
  stage.commit();
  ledger.plan(run).compareWithKnown([]);
  for (const [at, wave] of WAVES.entries()) {
    ledger.waves(run).assign(
      wave.map(({ name }) => name),
      at + 1,
    );
  }
  dbOf(ledger).exec('pragma wal_checkpoint(truncate)');
  return { ledger, run };
}
