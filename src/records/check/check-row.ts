import {
  FAMILY_NAMES,
  type FamilyName,
  familyOf,
  type ProjectTypes,
  projectTypeOf,
} from '../../contract/family.ts';
import { type Body, type KindSpec, oncePer } from '../../contract/kind.ts';
import { remembered } from '../../contract/remembered.ts';
import { entryOf, type FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import { type Severities, withChangedSeverity } from '../../findings/severity.ts';
import { didYouMean } from '../../nearest.ts';
import { cleanText } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import { exampleBodies } from '../layout/example-row.ts';
import type { Draft } from '../record.ts';
import { RowChecker } from './row-checker.ts';
import { type FindingExtra, type RowContext, type RowRule, rowFinding } from './rule.ts';
import { collectionNeeds, identifiers, required } from './rules/required.ts';
import { shareTotals } from './rules/shares.ts';
import { addresses, bounds, checkDigits, closedLists, dateOrder, lengths } from './rules/values.ts';

export interface CompleteSettings {
  /** The family of rows that have no project type. */
  readonly family: FamilyName | null;
  /** If set: the importation batch of every row, which overrides a batch in the row. */
  readonly batch: string | null;
  /** If set: the importation batch of rows that have none. */
  readonly defaultBatch?: string | null;
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
 * ledger only. Returns the body of the draft itself if it is complete.
 */
export function complete(draft: Draft, settings: CompleteSettings): Completed {
  const { kind } = draft.map;
  const { inFamilies, needsBatch } = completionOf(kind);
  let { body } = draft;
  let findings = NO_FINDINGS;
  const add = (finding: Finding) => {
    findings = [...findings, finding];
  };

  let family: FamilyName | null = null;
  if (inFamilies) {
    const own = body.projectType;
    const sent = familyOfProjectType(settings)(typeof own === 'string' ? own : undefined);
    family = sent.family;
    const { projectType } = sent;
    if (projectType === null || own !== projectType) {
      const finding = familyFinding(draft, family, projectType);
      if (finding) add(finding);
      if (projectType !== null) body = { ...body, projectType };
      else if (family !== null) {
        const { projectType: _, ...rest } = body;
        body = rest;
      }
    }
  }

  const own = body[kind.batchField];
  const isOpen = own === undefined && !draft.unreadable.has(kind.batchField);
  const batch = settings.batch ?? (isOpen ? (settings.defaultBatch ?? null) : null);
  if (batch !== null && own !== batch) {
    if (typeof own === 'string') {
      const message = say().rules.batchNotUsed({ batch: own });
      add(rowFinding(draft, 'batch-replaced', 'notice', kind.batchField, message, { value: own }));
    }
    body = { ...body, [kind.batchField]: batch };
  }
  const used = body[kind.batchField];
  if (needsBatch && typeof used !== 'string' && !draft.unreadable.has(kind.batchField)) {
    const message = say().rules.noBatch();
    const isGiven = draft.columnOf(kind.batchField) !== undefined;
    const suggestion = isGiven ? say().rules.setBatch() : say().rules.addBatch({ field: kind.batchField });
    add(rowFinding(draft, 'batch-missing', 'error', kind.batchField, message, { suggestion }));
  }
  return { body, family, batch: typeof used === 'string' ? used : '', findings };
}

/** The finding about a row whose project type is not the one that is sent for its family. */
function familyFinding(
  draft: Draft,
  family: FamilyName | null,
  projectType: string | null,
): Finding | undefined {
  const own = draft.body.projectType;
  const { rules } = say();
  const families = FAMILY_NAMES.join(', ');
  const error = (code: FindingCode, message: string, extra: FindingExtra) =>
    rowFinding(draft, code, 'error', 'projectType', message, extra);
  if (family === null && typeof own === 'string') {
    const extra = { value: own, ...didYouMean(own, FAMILY_NAMES) };
    return error('family-unknown', rules.notFamily({ value: own, families }), extra);
  }
  if (family === null)
    return draft.unreadable.has('projectType')
      ? undefined
      : error('family-missing', rules.noFamily(), { suggestion: rules.setFamily({ families }) });
  if (projectType === null) {
    const suggestion = rules.requestProjectType({ family });
    return error('family-project-type', rules.familyNotPublic({ family }), { suggestion });
  }
  // A row may have the name of its family instead of its project type. Other spellings are corrected and reported.
  if (typeof own !== 'string' || own === family) return undefined;
  const message = `"${own}" → "${projectType}"`;
  return rowFinding(draft, 'list-spelling', 'fixed', 'projectType', message, { value: own });
}

/** Maximum number of project types that are remembered. */
const MAX_CACHED_PROJECT_TYPES = 1000;

/** The family of a row with this project type, and the project type to send; null if there is no such family. */
const familyOfProjectType = oncePer(({ family: ofRun, projectTypes }: CompleteSettings) =>
  remembered((own: string | undefined) => {
    const family = own === undefined ? ofRun : (familyOf(own, projectTypes) ?? null);
    return { family, projectType: family === null ? null : projectTypeOf(family, projectTypes) };
  }, MAX_CACHED_PROJECT_TYPES),
);

/** Whether bodies of a kind have a project type, and whether they need a batch. */
const completionOf = oncePer(({ fields, batchField }: KindSpec) => ({
  inFamilies: fields.some(({ path }) => path === 'projectType'),
  needsBatch: fields.some(({ path, required }) => path === batchField && required !== undefined),
}));

/** The rules of a row, in the order in which their findings are listed. */
export const ROW_RULES: readonly RowRule[] = [
  required,
  identifiers,
  closedLists,
  bounds,
  lengths,
  checkDigits,
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
  const checker = checkersOf(kind)[settings.collection ? 1 : 0]!(family);
  if (checker.isSound(body)) return NO_FINDINGS;
  const findings: Finding[] = [];
  const { strict, place = NO_PLACE } = settings;
  const report: RowContext['report'] = (code, path, message, extra) => {
    findings.push(rowFinding(draft, code, severityOf(code, strict), path, message, extra));
  };
  checker.report({ draft, kind, body, family, place, report });
  return findings;
}

/** The severity of a code: with `--strict`, changed values, unknown list values and keys that look alike are errors. */
export function severityOf(code: FindingCode, strict: boolean): Severity {
  const { severity, strict: isRaised } = entryOf(code);
  return strict && (severity === 'fixed' || isRaised) ? 'error' : severity;
}

/**
 * The findings of a row without those about the capitals of a value that is an error anyway: it is not sent, so nothing
 * was corrected. The error then shows the value as the cell has it.
 */
export function withoutRespelling(
  findings: readonly Finding[],
  severities: Severities | undefined,
): readonly Finding[] {
  const near = findings.filter(
    (one) => one.code === 'list-near' && withChangedSeverity(one, severities)?.severity === 'error',
  );
  if (near.length === 0) return findings;
  const isOf = (error: Finding, { code, field, value }: Finding) =>
    code === 'list-spelling' && field === error.field && value?.toUpperCase() === error.value;
  return findings.flatMap((one) => {
    if (near.some((error) => isOf(error, one))) return [];
    const own = near.includes(one) ? findings.find((other) => isOf(one, other))?.value : undefined;
    if (own === undefined) return [one];
    return [{ ...one, value: own, message: one.message.replace(`"${one.value}"`, () => `"${own}"`) }];
  });
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_PLACE: readonly string[] = [];

/** The compiled rules of each kind and family, without and with the rules of supplier data collection. */
const checkersOf = oncePer((kind: KindSpec) =>
  [false, true].map((collection) =>
    remembered(
      (family: FamilyName | null) => new RowChecker(ROW_RULES, { kind, family, collection }),
      Infinity,
    ),
  ),
);

/** An error if the row is an example row of `trace template` without its mark. */
export function exampleFinding(draft: Draft): Finding | undefined {
  const { kind } = draft.map;
  const key = draft.body[kind.key[0]!];
  if (key === undefined || !exampleTexts(kind).has(String(key))) return undefined;
  if (!exampleBodies(kind).some((example) => isExample(kind, example, draft.body))) return undefined;
  const message = say().input.exampleRow();
  return rowFinding(draft, 'example-row', 'error', kind.key[0]!, message, {
    value: key,
    suggestion: say().input.exampleRowAdvice(),
  });
}

/** All values in the example rows of a kind, as texts. Reading these rows as a sheet takes longer than a small file. */
const exampleTexts = oncePer((kind: KindSpec): ReadonlySet<string> => {
  const values = [
    ...kind.fields.map(({ example }) => example),
    ...(kind.examples ?? []).flatMap(Object.values),
  ];
  return new Set(values.map((value) => cleanText(String(value))));
});

/**
 * Whether a row is an example row: it has the key of the example, at least half of its values, and
 * no different value. Not all values are needed, because the user may have deleted columns. The
 * family and the batch are not compared, because the user fills them in.
 */
function isExample(kind: KindSpec, example: Body, body: Body): boolean {
  if (body[kind.key[0]!] !== example[kind.key[0]!]) return false;
  const names = Object.keys(example).filter((name) => name !== 'projectType' && name !== kind.batchField);
  const both = names.filter((name) => body[name] !== undefined);
  if (both.length * 2 < names.length) return false;
  return both.every((name) => JSON.stringify(body[name]) === JSON.stringify(example[name]));
}
