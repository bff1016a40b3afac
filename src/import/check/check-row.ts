import type { FamilyName, ProjectTypes } from '../../contract/family.ts';
import type { Body } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Draft } from '../records/record.ts';
import { type RowRule, rowFinding, severityOf } from './rule.ts';
import { dateOrder } from './rules/dates.ts';
import { identifiers } from './rules/identifiers.ts';
import { closedLists } from './rules/lists.ts';
import { collectionNeeds, required } from './rules/required.ts';
import { shareTotals } from './rules/totals.ts';
import { addresses, bounds, lengths } from './rules/values.ts';

/** The rules of a row, in the order in which their findings are listed. */
export const ROW_RULES: readonly RowRule[] = [
  required,
  identifiers,
  closedLists,
  bounds,
  lengths,
  addresses,
  dateOrder,
  shareTotals,
  collectionNeeds,
];

/** Runs all rules on a row. `body` is the draft's, completed with project type and batch. */
export function checkRow(
  draft: Draft,
  body: Body,
  family: FamilyName | null,
  settings: {
    strict: boolean;
    projectTypes: ProjectTypes;
    collection?: boolean;
    place?: readonly string[];
  },
): Finding[] {
  const findings: Finding[] = [];
  const context = {
    draft,
    kind: draft.map.kind,
    body,
    family,
    projectTypes: settings.projectTypes,
    collection: settings.collection === true,
    place: settings.place ?? [],
    report: (...[code, path, message, extra]: Parameters<Parameters<RowRule>[0]['report']>) => {
      findings.push(rowFinding(draft, code, severityOf(code, settings.strict), path, message, extra));
    },
  };
  for (const rule of ROW_RULES) rule(context);
  return findings;
}
