import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { SheetSurvey } from '../../../src/map/propose.ts';
import { openSource } from '../../../src/sheets/open.ts';

const SAMPLES = process.env.TRACE_SAMPLES;

describe.skipIf(SAMPLES === undefined)('the proposal for a public list of facilities', () => {
  const folder = join(SAMPLES ?? '', 'domain', 'facilities');
  const files =
    SAMPLES === undefined ? [] : readdirSync(folder).filter((name) => /\.(?:csv|xlsx)$/.test(name));

  it.each(files)('has suppliers with country, name and address: %s', async (name) => {
    const onFinding = () => {};
    const source = await openSource(
      join(folder, name),
      {},
      { ...{ onFinding, stdin: Readable.from([]) as never }, signal: new AbortController().signal },
    );
    const survey = new SheetSurvey({ file: name, sheet: source!.sheets[0]!.name, kinds: kindsOf('v2') });
    for await (const batch of source!.sheets[0]!.rows(onFinding)) for (const row of batch) survey.add(row);
    await source!.close();
    const { kind, headerRow, columns, words } = survey.proposal();
    expect({ kind, headerRow }).toEqual({ kind: 'supplier', headerRow: 1 });
    expect(columns.map(({ header, target, likely }) => [header, target ?? likely])).toEqual([
      ['country', 'address.country'],
      ['name', 'name'],
      ['address', 'address.street'],
      ['sector', 'ignore'],
    ]);
    expect(words.filter(({ field }) => field !== 'address.country')).toEqual([]);
  });
});
