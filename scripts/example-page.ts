import { readFileSync } from 'node:fs';
import { runPage } from '../src/cli/view/run-page/run-page.ts';
import type { Report } from '../src/cli/view/run-report.ts';

/** What every record of the recorded run has, unless it says otherwise. */
const RECORD = {
  ...{ family: null, importationBatch: null, id: null, studyId: null, qrCodeLink: null, showcaseLink: null },
  ...{ messages: [], blockedBy: null, tries: [] },
};

/**
 * The content of `docs/run-page.html`, the page of a run as an example: of a run that was recorded with the mock, so that it is the
 * same on every machine. `fixtures/run/recorded.json` has the parts of its report, without what is empty.
 */
export async function examplePage(): Promise<string> {
  const path = new URL('../fixtures/run/recorded.json', import.meta.url);
  const { records, waves, slots, changes, ...report } = JSON.parse(readFileSync(path, 'utf8'));
  type Changed = { readonly changes: readonly object[] };
  const detail = {
    place: [],
    waves: () => waves,
    slots: () => slots,
    changes: () => changes.map((record: Changed) => ({ ...record, changes: () => record.changes })),
  };
  const recorded = records.map((record: object) => ({ ...RECORD, ...record }));
  const lists = { batches: [], ignoredColumns: [], records: recorded };
  return (await Array.fromAsync(runPage({ ...report, ...lists, detail } as Report))).join('');
}
