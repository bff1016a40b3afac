import { type Body, type InterfaceName, keyOf } from '../../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../../src/contract/registry.ts';
import { ledgerStage, type RowRecord, type StageOfInput } from '../../../src/import/input/staged-record.ts';
import { MemoryIndex } from '../../../src/import/memory/memory-index.ts';
import { MemoryStage } from '../../../src/import/memory/memory-stage.ts';
import { RecordMemory } from '../../../src/import/memory/record-memory.ts';
import type { ComparedRecords } from '../../../src/import/staged/check-across.ts';
import { stagedRecords } from '../../../src/import/staged/staged-records.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { INPUT, TARGET } from '../../send/push/harness.ts';

/** A record of an input; the sheets of a test have one kind each. */
export interface Given {
  readonly kind: string;
  readonly body: Body;
  readonly family?: string;
  readonly isSelected?: boolean;
  readonly isInvalid?: boolean;
  readonly line?: number;
}

/** A record of an earlier run. */
export interface Known {
  readonly kind: string;
  readonly key: string;
  readonly family: string;
  readonly body: Body;
}

/** The records of an input, compared by one of the implementations. */
export type Compare = (
  interfaceName: InterfaceName,
  given: readonly Given[],
  known?: readonly Known[],
) => ComparedRecords;

function ledgerWith(interfaceName: InterfaceName, known: readonly Known[]): { ledger: Ledger; run: number } {
  const ledger = Ledger.temporary(null);
  const { run } = ledger.runs.start({
    ...{ command: 'check', environment: 'test', target: TARGET, interface: interfaceName, options: '{}' },
    startedAt: '2026-11-02T02:00:00.000Z',
  });
  const insert = dbOf(ledger).prepare(
    `insert or ignore into entries(target, interface, kind, key, family, state, hash, body, batch, run, at)
     values (?, ?, ?, ?, ?, 'accepted', 'h', ?, '', 'r', '')`,
  );
  for (const { kind, key, family, body } of known)
    insert.run(TARGET, interfaceName, kind, key, family, JSON.stringify(body));
  return { ledger, run };
}

function* recordsOf(
  interfaceName: InterfaceName,
  given: readonly Given[],
  stage: StageOfInput,
): Generator<RowRecord> {
  const sheets = new Map<string, number>();
  for (const [
    at,
    { kind: name, body, family = '', isSelected = true, isInvalid = false, line },
  ] of given.entries()) {
    const kind = kindNamed(interfaceName, name);
    const columns = { [kind.key[0]!]: 'B' };
    const sheetId = sheets.get(name) ?? stage.addSheet!('batch.xlsx', kind.plural, kind.name, columns);
    sheets.set(name, sheetId);
    yield {
      ...{ kind, family, key: kind.key.some((name) => body[name] === undefined) ? '' : keyOf(kind, body) },
      ...{ body, isSelected, batch: String(body[kind.batchField] ?? ''), sheetId, row: at + 2 },
      ...(line !== undefined && { line }),
      ending: isSelected ? (isInvalid ? 'invalid' : null) : 'not-attempted',
    };
  }
}

const settingsOf = (interfaceName: InterfaceName) => ({ ...INPUT, interface: interfaceName });

export const inLedger: Compare = (interfaceName, given, known = []) => {
  const { ledger, run } = ledgerWith(interfaceName, known);
  const stage = ledgerStage(ledger.stage(run));
  for (const record of recordsOf(interfaceName, given, stage)) stage.addRecord(record);
  stage.commit!();
  ledger.indexStage();
  return stagedRecords({ ledger, run }, settingsOf(interfaceName));
};

export const inMemory: Compare = (interfaceName, given, known = []) => {
  const kinds = kindsOf(interfaceName);
  const memory = new RecordMemory(kinds);
  const stage = new MemoryStage(memory, null);
  for (const record of recordsOf(interfaceName, given, stage)) stage.addRecord(record);
  const again = new MemoryStage(memory, null);
  for (const [id, record] of [...recordsOf(interfaceName, given, again)].entries())
    memory.compare(id, record);
  const { ledger } = ledgerWith(interfaceName, known);
  const index = new MemoryIndex(stage, ledger.sentRecords.recordsOf(TARGET, interfaceName));
  return { index, end: (...ends) => stage.end(...ends), cycles: () => index.cycles(kinds) };
};
