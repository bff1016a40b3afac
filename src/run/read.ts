import { basename } from 'node:path';
import { checkRow } from '../check/check-row.ts';
import { complete } from '../check/complete.ts';
import { severityOf } from '../check/rule.ts';
import { type Body, type KindSpec, keyOf } from '../contract/kind.ts';
import { namingsOf } from '../contract/reference.ts';
import { findKind } from '../contract/registry.ts';
import type { Finding } from '../findings/finding.ts';
import type { Stage } from '../ledger/stage.ts';
import { readRow } from '../records/read.ts';
import { recogniseSheet } from '../records/recognise.ts';
import type { Draft, SheetMap } from '../records/record.ts';
import type { Row } from '../sheets/cell.ts';
import { openSource } from '../sheets/open.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { contentHash } from './canonical.ts';
import type { RunEvent } from './event.ts';
import type { InputSettings } from './input.ts';

/** Rows looked at before a sheet is understood: heads, decimal marks, order of day and month. */
const HEAD_ROWS = 1000;

export interface Reading {
  readonly stage: Stage;
  readonly settings: InputSettings;
  readonly emit: (event: RunEvent) => void;
  /** Every finding, after its severity was settled. */
  readonly onFinding: (finding: Finding) => void;
  readonly signal: AbortSignal;
}

/** Distinct values of the fields that are announced before sending, with the rows that hold them. */
export type Announced = Map<string, { field: string; reason: string; rows: number }>;

/** What reading came to: the number of records, and the distinct values to announce. */
export interface ReadResult {
  records: number;
  readonly announced: Announced;
}

/** Most distinct values that are kept to be announced. */
const MOST_ANNOUNCED = 1000;

/** Streams every file through the checks of a row into the stage. Bad data becomes findings. */
export async function readInput(reading: Reading): Promise<ReadResult> {
  const result: ReadResult = { records: 0, announced: new Map() };
  for (const file of reading.settings.files) {
    const { encoding, delimiter, stdin } = reading.settings;
    const source = await openSource(
      file,
      { ...(encoding ? { encoding } : {}), ...(delimiter ? { delimiter } : {}) },
      { stdin, onFinding: (finding) => keep(reading, finding) },
    );
    if (!source) continue;
    try {
      await readSource(reading, source, result);
    } finally {
      await source.close();
    }
  }
  reading.stage.commit();
  return result;
}

async function readSource(reading: Reading, source: Source, result: ReadResult): Promise<void> {
  reading.emit({
    type: 'file-opened',
    file: source.file,
    description: source.description,
    sheets: source.sheets.length,
  });
  let rows = 0;
  let faulty = false;
  for (const sheet of source.sheets) {
    const origin = { file: source.file, sheet: sheet.name };
    const asked = askedKind(reading.settings, source, sheet);
    if (asked === 'skip' || (sheet.hidden && asked === undefined)) {
      const code = asked === 'skip' ? 'sheet-skipped' : 'sheet-hidden';
      const message =
        asked === 'skip'
          ? `the sheet ${sheet.name} is skipped, as asked`
          : `the sheet ${sheet.name} is hidden and not read`;
      keep(reading, { code, severity: 'notice', origin, message });
      continue;
    }
    const read = await readSheet(reading, source, sheet, asked, result);
    rows += read.rows;
    faulty ||= read.faulty;
  }
  if (rows === 0 && !faulty) {
    const severity = reading.settings.allowEmpty ? 'notice' : 'error';
    const message = `${source.file} holds no row of data`;
    keep(reading, {
      code: 'file-empty',
      severity,
      origin: { file: source.file },
      message,
      suggestion: 'if that is right, say --allow-empty',
    });
  }
  reading.stage.file(source.file, source.sha256, rows);
}

function askedKind(
  settings: InputSettings,
  source: Source,
  sheet: SheetHandle,
): KindSpec | 'skip' | undefined {
  const names = [sheet.name, basename(source.file)].map((name) => name.toLowerCase());
  const asked = names.map((name) => settings.sheets.get(name)).find((kind) => kind !== undefined);
  return asked === undefined || asked === 'skip' ? asked : findKind(settings.interface, asked);
}

async function readSheet(
  reading: Reading,
  source: Source,
  sheet: SheetHandle,
  asKind: KindSpec | undefined,
  result: ReadResult,
): Promise<{ rows: number; faulty: boolean }> {
  const { settings, stage, emit } = reading;
  const head: Row[] = [];
  let map: SheetMap | null | undefined;
  let sheetId = 0;
  let rows = 0;
  let spoilt = false;
  let faulty = false;

  const spoil = (finding: Finding) => {
    const kept = keep(reading, finding);
    if (kept.severity !== 'error') return;
    faulty = true;
    spoilt ||=
      finding.origin.row === undefined ||
      finding.origin.row === map?.headerRow ||
      finding.code === 'text-quotes';
  };
  const understand = () => {
    const recognised = recogniseSheet({
      interfaceName: settings.interface,
      file: source.file,
      sheet: sheet.name,
      head,
      ...(asKind ? { asKind } : {}),
      options: {
        ...(settings.decimal ? { decimal: settings.decimal } : {}),
        ...(settings.dateOrder ? { dateOrder: settings.dateOrder } : {}),
      },
    });
    map = recognised.map;
    for (const finding of recognised.findings) spoil(finding);
    if (!map) return;
    emit({ type: 'sheet-started', file: source.file, sheet: sheet.name, kind: map.kind.plural });
    sheetId = stage.sheet(source.file, sheet.name, map.kind.name, columnsOf(map));
    for (const row of head) take(row);
    head.length = 0;
  };
  const take = (row: Row) => {
    if (!map || row.row <= map.headerRow) return;
    rows++;
    takeRow(reading, map, sheetId, row, result);
    if (rows % 1000 === 0)
      emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows, done: false });
  };

  for await (const batch of sheet.rows(spoil)) {
    if (reading.signal.aborted) break;
    for (const row of batch) {
      if (map !== undefined) take(row);
      else if (head.push(row) >= HEAD_ROWS) understand();
    }
    if (map === null) break;
  }
  if (map === undefined) {
    if (head.length > 0) understand();
    else if (source.sheets.length > 1 && !faulty) {
      keep(reading, {
        code: 'sheet-skipped',
        severity: 'notice',
        origin: { file: source.file, sheet: sheet.name },
        message: `the sheet ${sheet.name} is empty`,
      });
    }
  }
  if (spoilt && sheetId !== 0) stage.invalidateSheet(sheetId);
  emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows, done: true });
  return { rows, faulty };
}

/** One row: cells to body, body completed, rules run, all of it staged. */
function takeRow(reading: Reading, map: SheetMap, sheetId: number, row: Row, result: ReadResult): void {
  const { settings, stage } = reading;
  const { kind } = map;
  const draft = readRow(map, row);
  const wanted = settings.only.length === 0 || settings.only.includes(kind.name);
  const completed = complete(draft, settings);
  const { body, family } = completed;
  let valid = true;
  if (wanted) {
    const findings = [...draft.findings, ...completed.findings, ...checkRow(draft, body, family, settings)];
    for (const finding of findings) if (keep(reading, finding).severity === 'error') valid = false;
    announce(result.announced, kind, body);
  }
  result.records++;
  const { sharedRef } = kind;
  stage.record({
    kind: kind.name,
    family: family ?? '',
    key: hasKey(kind, draft) ? keyOf(kind, body) : '',
    batch: completed.batch,
    body: JSON.stringify(body),
    hash: contentHash(body, [kind.batchField]),
    shareKey: wanted && sharedRef ? ((body[sharedRef.field] as string | undefined) ?? null) : null,
    shareHash: wanted && sharedRef ? contentHash(body, [...sharedRef.mayDiffer, kind.batchField]) : null,
    sheetId,
    row: row.row,
    ending: wanted ? (valid ? null : 'invalid') : 'not-attempted',
    references: wanted ? namingsOf(kind, body) : [],
  });
}

/** Whether the fields that make the key are there; the last may be blank where blank has a meaning. */
function hasKey(kind: KindSpec, draft: Draft): boolean {
  const fields = kind.blankKey === undefined ? kind.key : kind.key.slice(0, -1);
  return fields.every((name) => typeof draft.body[name] === 'string');
}

function announce(announced: Announced, kind: KindSpec, body: Body): void {
  if (!kind.announce) return;
  const value = body[kind.announce.field];
  if (typeof value !== 'string') return;
  const known = announced.get(value);
  if (known) known.rows++;
  else if (announced.size < MOST_ANNOUNCED) announced.set(value, { ...kind.announce, rows: 1 });
}

/** Path to letters, for what is found across records later. A list's letters also stand under its bare name. */
function columnsOf(map: SheetMap): Record<string, string> {
  const columns: Record<string, string> = Object.create(null);
  for (const { path, letters } of map.columns) {
    columns[path] ??= letters;
    columns[path.split('.')[0]!] ??= letters;
  }
  return columns;
}

/** Settles the severity of a finding, stages it and tells it. Gives it as kept. */
function keep(reading: Reading, finding: Finding): Finding {
  const { strict } = reading.settings;
  const severity =
    finding.severity === 'fixed' || finding.code === 'not-in-known-list'
      ? severityOf(finding.code, strict)
      : finding.severity;
  const kept = severity === finding.severity ? finding : { ...finding, severity };
  reading.stage.finding(kept);
  reading.onFinding(kept);
  return kept;
}
