import {
  FAMILY_NAMES,
  type FamilyName,
  familyOf,
  type ProjectTypes,
  projectTypeOf,
} from '../../contract/family.ts';
import type { Body, KindSpec } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import { didYouMean } from '../../nearest.ts';
import type { Draft } from '../records/record.ts';
import { RowChecker } from './row-checker.ts';
import { type RowRule, rowFinding, severityOf } from './rule.ts';
import { collectionNeeds, identifiers, required } from './rules/required.ts';
import { addresses, bounds, closedLists, dateOrder, lengths, shareTotals } from './rules/values.ts';

export interface CompleteSettings {
  /** The family of rows that have no project type. */
  readonly family: FamilyName | null;
  /** If set: the importation batch of every row, whatever batch the row gives. */
  readonly batch: string | null;
  readonly projectTypes: ProjectTypes;
}

export interface Completed {
  readonly body: Body;
  readonly family: FamilyName | null;
  readonly batch: string;
  readonly findings: readonly Finding[];
}

/**
 * Completes a row with values from the run: its family (the row's own project type, else the setting), the project
 * type of that family, and its importation batch. v3 bodies have neither: no family, and a batch that is kept in the
 * ledger only.
 */
export function complete(draft: Draft, settings: CompleteSettings): Completed {
  const findings: Finding[] = [];
  const add = (
    code: 'family-unknown' | 'family-missing' | 'family-project-type' | 'batch-missing',
    path: string,
    message: string,
    extra = {},
  ) => {
    findings.push(rowFinding(draft, code, 'error', path, message, extra));
  };
  const { kind } = draft.map;
  const body: Body = { ...draft.body };

  const inFamilies = kind.fields.some(({ path }) => path === 'projectType');
  const own = inFamilies ? body.projectType : undefined;
  let family = inFamilies ? settings.family : null;
  if (!inFamilies) {
    // The interface v3 has no families.
  } else if (typeof own === 'string') {
    family = familyOf(own, settings.projectTypes) ?? null;
    if (family === null) {
      add('family-unknown', 'projectType', `"${own}" is not a family: ${FAMILY_NAMES.join(', ')}`, {
        value: own,
        ...didYouMean(own, FAMILY_NAMES),
      });
    }
  } else if (family === null && !draft.unreadable.has('projectType')) {
    add('family-missing', 'projectType', 'the family of the row is unknown', {
      suggestion: `set --family to one of ${FAMILY_NAMES.join(', ')}`,
    });
  }
  if (family !== null) {
    const projectType = projectTypeOf(family, settings.projectTypes);
    if (projectType === null) {
      delete body.projectType;
      add('family-project-type', 'projectType', `the project type of the family ${family} is not public`, {
        suggestion: `request it and set families.${family}.projectType in trace.config.yaml`,
      });
    } else {
      body.projectType = projectType;
      // A row may give the name of its family instead of its project type. Any other spelling is
      // corrected and reported.
      if (typeof own === 'string' && own !== projectType && own !== family)
        findings.push(
          rowFinding(draft, 'list-spelling', 'fixed', 'projectType', `"${own}" → "${projectType}"`, {
            value: own,
          }),
        );
    }
  }

  if (settings.batch !== null) {
    const replaced = body[kind.batchField];
    if (typeof replaced === 'string' && replaced !== settings.batch)
      findings.push(
        rowFinding(
          draft,
          'batch-replaced',
          'notice',
          kind.batchField,
          `"${replaced}" is not used: --batch sets the batch of every row`,
          { value: replaced },
        ),
      );
    body[kind.batchField] = settings.batch;
  }
  const batch = body[kind.batchField];
  const isRequired = kind.fields.some(({ path, required }) => path === kind.batchField && required);
  if (isRequired && typeof batch !== 'string' && !draft.unreadable.has(kind.batchField)) {
    add('batch-missing', kind.batchField, 'the row has no importation batch', {
      suggestion: 'fill the column, or set --batch NAME',
    });
  }
  return { body, family, batch: typeof batch === 'string' ? batch : '', findings };
}

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

/**
 * Runs all rules on a row. `body` is the body of the draft after `complete` has added the project
 * type and the batch.
 */
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
): readonly Finding[] {
  const { kind } = draft.map;
  const collection = settings.collection === true;
  const checker = checkerOf(kind, family, collection);
  if (checker.isSound(body)) return NO_FINDINGS;
  const findings: Finding[] = [];
  const { strict, place = NO_PLACE } = settings;
  checker.report({
    draft,
    kind,
    body,
    family,
    place,
    report(code, path, message, extra) {
      findings.push(rowFinding(draft, code, severityOf(code, strict), path, message, extra));
    },
  });
  return findings;
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_PLACE: readonly string[] = [];

/** The compiled rules of each kind and family, with and without the rules of supplier data collection. */
const checkers = { plain: new WeakMap(), collection: new WeakMap() } satisfies Record<string, Checkers>;
type Checkers = WeakMap<KindSpec, Map<FamilyName | null, RowChecker>>;

function checkerOf(kind: KindSpec, family: FamilyName | null, collection: boolean): RowChecker {
  const ofKinds: Checkers = collection ? checkers.collection : checkers.plain;
  let ofKind = ofKinds.get(kind);
  if (!ofKind) {
    ofKind = new Map();
    ofKinds.set(kind, ofKind);
  }
  let checker = ofKind.get(family);
  if (!checker) {
    checker = new RowChecker(ROW_RULES, { kind, family, collection });
    ofKind.set(family, checker);
  }
  return checker;
}
