import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import type { Row } from '../sheets/cell.ts';
import { getOrCreate } from './learned.ts';
import { type Answers, KEPT_ROWS, proposeSheet, type SheetSurvey } from './propose.ts';

/** Makes the references of each kind known to all sheets of a call, so that columns with them are recognised. */
export function shareReferences(
  surveys: readonly { readonly survey: SheetSurvey; readonly answers?: Answers }[],
): void {
  const known = new Map<string, Set<string>>();
  const cut = new Set<string>();
  for (const { survey, answers = {} } of surveys) {
    const own = survey.references(answers);
    if (!own) continue;
    if (!own.texts) cut.add(own.kind);
    else for (const text of own.texts) getOrCreate(known, own.kind, () => new Set<string>()).add(text);
  }
  for (const kind of cut) known.delete(kind);
  for (const { survey } of surveys) survey.addReferences(known);
}

/** The score for v3 must exceed the score for v2 by this number. */
const INTERFACE_LEAD = 2;

/** The interface whose kinds fit the first rows of a sheet best; undefined if both fit equally. */
export function likelyInterface(
  rows: readonly Row[],
  contract: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
  sheet: string,
): InterfaceName | undefined {
  const score = (interfaceName: InterfaceName): number => {
    const kinds = contract[interfaceName];
    const { kind, columns } = proposeSheet({ file: '', sheet, kinds, rows: rows.slice(0, KEPT_ROWS) });
    const filled = columns.filter(({ target }) => target !== null && target !== 'ignore').length;
    const hasKey = kinds.some(
      ({ name, key }) => name === kind && columns.some(({ target }) => target === key[0]),
    );
    return filled + (hasKey ? 2 : 0);
  };
  const [v2, v3] = [score('v2'), score('v3')];
  if (v2 === v3) return undefined;
  // A sheet that fits both is of the default interface.
  return v3 > v2 + INTERFACE_LEAD ? 'v3' : 'v2';
}
