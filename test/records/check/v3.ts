import type { Body, KindSpec } from '../../../src/contract/kind.ts';
import { KINDS, type V3Kind } from '../../../src/contract/registry.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { checkRow, complete } from '../../../src/records/check/check-row.ts';
import { headerKey } from '../../../src/records/headers.ts';
import { readRow } from '../../../src/records/read.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { recognised, rowsOf } from '../sheet.ts';
import { told } from './rows.ts';

export interface Checked3 {
  readonly body: Body;
  readonly batch: string;
  /** `severity code column field`. */
  readonly told: readonly string[];
  readonly codes: readonly string[];
  readonly findings: readonly Finding[];
}

/** Reads, completes and checks a v3 row; the headers are the names of the cells. */
export function checked3(
  kind: V3Kind,
  cells: Readonly<Record<string, Cell>>,
  {
    collection = false,
    batch = null,
    spec = KINDS.v3[kind],
  }: { collection?: boolean; batch?: string | null; spec?: KindSpec } = {},
): Checked3 {
  const head = rowsOf(Object.keys(cells), Object.values(cells));
  const options = { extra: new Set(['address.floor'].map(headerKey)) };
  const { map, findings } = recognised(head, { interfaceName: 'v3', asKind: spec, options });
  const draft = readRow(map!, head[1]!);
  const settings = { family: null, batch, projectTypes: {}, strict: false, collection };
  const { body, family, batch: own, findings: completed } = complete(draft, settings);
  const all = [...findings, ...draft.findings, ...completed, ...checkRow(draft, body, family, settings)];
  const codes = all.map(({ code }) => code);
  return { body, batch: own, told: all.map(told), codes, findings: all };
}
