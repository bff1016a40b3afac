import { type Finding, originText } from '../../../findings/finding.ts';
import { type FindingGroup, FindingGroups } from '../../../findings/group.ts';
import type { ChangedRecord } from '../../../import/report/changes.ts';
import type { ReportedFinding } from '../../../import/report/report-parts.ts';
import { type ChangedField, NOT_KNOWN } from '../../../send/plan/changed.ts';
import { noTotals, type Outcome, type Totals } from '../../../send/push/outcome.ts';
import type { ReportFile, ReportRecord } from '../report-schema.ts';
import type { Report } from '../run-report.ts';
import { TROUBLE_OUTCOMES } from '../sentences.ts';

/** Maximum number of rows of a table of the page, so that its size does not grow with the run. */
export const ROWS_SHOWN = 100;
/** Maximum number of places and of examples in a row. */
const EXAMPLES = 5;
/** Maximum number of groups that are counted; what exceeds it is counted together. */
const GROUPS_COUNTED = 10_000;

/** Records with the same cause, kind and outcome. */
export interface Cause {
  readonly kind: string;
  readonly outcome: Outcome;
  /** The messages of the first record. */
  readonly messages: readonly string[];
  readonly places: Places;
}

/** Records that are blocked by the same record. */
export interface BlockedTree {
  readonly root: NonNullable<ReportRecord['blockedBy']>;
  readonly kinds: Map<string, Places>;
}

/** A field that changed in records of a kind, with the first changes. */
export interface ChangedPaths {
  readonly kind: string;
  readonly field: string;
  count: number;
  readonly examples: { readonly key: string; readonly change: ChangedField }[];
}

/** The number of records, and the addresses of the first ones: the file and sheet once, as long as they are the same. */
export class Places {
  count = 0;
  readonly first: string[] = [];
  #sheet = '';

  add({ file, sheet, row }: ReportRecord['origin']): void {
    this.count++;
    if (this.first.length >= EXAMPLES) return;
    const place = `${file}\u001f${sheet}`;
    this.first.push(place === this.#sheet && row !== null ? `A${row}` : placeOf({ file, sheet, row }));
    this.#sheet = place;
  }
}

const placeOf = ({ file, sheet, row }: Pick<ReportRecord['origin'], 'file' | 'sheet' | 'row'>): string =>
  originText({ file, ...(sheet !== null && { sheet }), ...(row !== null && { row }) });

/** Groups by a key, in bounded memory. */
class Groups<Group> {
  readonly #groups = new Map<string, Group>();
  /** The number of items without a group, because there are too many groups. */
  rest = 0;

  of(key: string, open: () => Group): Group | undefined {
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    if (this.#groups.size >= GROUPS_COUNTED) {
      this.rest++;
      return undefined;
    }
    const group = open();
    this.#groups.set(key, group);
    return group;
  }

  get(key: string): Group | undefined {
    return this.#groups.get(key);
  }

  /** The groups, the largest first. */
  bySize(sizeOf: (group: Group) => number): Group[] {
    return [...this.#groups.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
  }
}

/** What the page of a run shows, read from its report once, in memory that does not grow with the run. */
export class RunSummary {
  readonly head: Report['head'];
  readonly detail: Report['detail'];
  readonly files: ReportFile[] = [];
  readonly kinds = new Map<string, Totals>();
  readonly studies: ReportRecord[] = [];
  findings: readonly FindingGroup[] = [];
  /** The number of files, and of records with a study or a link. */
  readonly counts = { files: 0, studies: 0 };
  readonly #causes = new Groups<Cause>();
  readonly #blocked = new Groups<BlockedTree>();
  readonly #troubled = new Groups<{ readonly place: string; readonly message: string | undefined }>();
  readonly #changed = new Groups<ChangedPaths>();

  private constructor({ head, detail }: Report) {
    this.head = head;
    this.detail = detail;
  }

  static async of(report: Report): Promise<RunSummary> {
    const summary = new RunSummary(report);
    const groups = new FindingGroups();
    for await (const file of report.files) {
      if (++summary.counts.files <= ROWS_SHOWN) summary.files.push(file);
    }
    for await (const finding of report.findings) groups.add(findingOf(finding));
    summary.findings = groups.groups();
    for await (const record of report.records) summary.#add(record);
    for (const changed of report.detail?.changes() ?? []) summary.#addChanged(changed);
    return summary;
  }

  /** The causes of what went wrong, then messages about other records. */
  get causes(): Cause[] {
    const isTrouble = ({ outcome }: Cause) => TROUBLE_OUTCOMES.has(outcome);
    const all = this.#causes.bySize(({ places }) => places.count);
    return [...all.filter(isTrouble), ...all.filter((cause) => !isTrouble(cause))];
  }

  get blocked(): BlockedTree[] {
    return this.#blocked.bySize(blockedCount);
  }

  get changed(): ChangedPaths[] {
    return this.#changed.bySize(({ count }) => count);
  }

  /** The number of records and of changes that are in no group, because there are too many groups. */
  get uncounted() {
    return { causes: this.#causes.rest, blocked: this.#blocked.rest, changed: this.#changed.rest };
  }

  /** Where the record that blocks others is, and its first message; undefined if it is in no file of the run. */
  troubleOf({ kind, key }: BlockedTree['root']) {
    return this.#troubled.get(`${kind} ${key}`);
  }

  #add(record: ReportRecord): void {
    const { kind, key, outcome, messages, blockedBy, origin, studyId, showcaseLink, qrCodeLink } = record;
    const totals = this.kinds.get(kind) ?? noTotals();
    this.kinds.set(kind, totals);
    totals[outcome]++;
    if ((studyId ?? showcaseLink ?? qrCodeLink) !== null && ++this.counts.studies <= ROWS_SHOWN)
      this.studies.push(record);
    if (outcome === 'blocked' && blockedBy) {
      const open = (): BlockedTree => ({ root: blockedBy, kinds: new Map() });
      const tree = this.#blocked.of(`${blockedBy.kind} ${blockedBy.key}`, open);
      if (!tree) return;
      const places = tree.kinds.get(kind) ?? new Places();
      tree.kinds.set(kind, places);
      places.add(origin);
      return;
    }
    if (messages.length === 0 && !TROUBLE_OUTCOMES.has(outcome)) return;
    this.#troubled.of(`${kind} ${key}`, () => ({ place: placeOf(origin), message: messages[0] }));
    // The findings show why a record is invalid.
    if (outcome === 'invalid') return;
    const same = messages.slice(0, EXAMPLES).map((message) => alike(message, key));
    const cause = this.#causes.of([outcome, kind, ...same].join('\u001f'), () => ({
      ...{ kind, outcome, places: new Places() },
      messages: messages.slice(0, EXAMPLES),
    }));
    cause?.places.add(origin);
  }

  #addChanged(record: ChangedRecord): void {
    const { kind, key, fields } = record;
    const open: ChangedPaths[] = [];
    for (const field of fields) {
      const group = this.#changed.of(`${kind} ${field}`, () => ({ kind, field, count: 0, examples: [] }));
      if (group && ++group.count <= EXAMPLES) open.push(group);
    }
    if (open.length === 0) return;
    const changes = record.changes();
    for (const { field, examples } of open) {
      const change = changes.find(({ path }) => path.split('.')[0] === field);
      examples.push({ key, change: change ?? { path: field, before: NOT_KNOWN, after: NOT_KNOWN } });
    }
  }
}

export const blockedCount = ({ kinds }: BlockedTree): number =>
  [...kinds.values()].reduce((sum, { count }) => sum + count, 0);

/** A message without what differs between records with one cause: the key, quoted values and numbers. */
const alike = (message: string, key: string): string =>
  message
    .slice(0, 500)
    .replaceAll(key, '…')
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/\d+/g, '…');

const filled = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** A finding as its rules report it, without unknown values. */
export const findingOf = ({ origin, ...finding }: ReportedFinding): Finding =>
  ({ ...filled(finding), origin: filled(origin) }) as unknown as Finding;
