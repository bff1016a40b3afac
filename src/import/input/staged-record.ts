import { hash } from 'node:crypto';
import { nameInInterface, referencesIn, toInterfaceNames } from '../../contract/body.ts';
import { type Body, type Json, type KindSpec, oncePer, uncomparedFields } from '../../contract/kind.ts';
import { updatable } from '../../contract/v3/update.ts';
import type { Stage } from '../../ledger/ledger.ts';
import type { StagedRecord } from '../../ledger/stage.ts';

/** A row as a record, before it is serialised. */
export interface RowRecord
  extends Pick<StagedRecord, 'batch' | 'sheetId' | 'row' | 'line' | 'rows' | 'cells' | 'ending' | 'update'> {
  readonly kind: KindSpec;
  /** Empty if the record has no family. */
  readonly family: string;
  /** Empty if the row does not identify its record. */
  readonly key: string;
  readonly body: Body;
  /** Whether records of the kind are sent. */
  readonly isSelected: boolean;
  /** Whether other tables have its row, too: many rows may repeat the record. */
  readonly isOfSharedRow?: boolean;
}

/** Receives the records of the input and, if the input is stored, also its files, sheets, findings and ignored columns. */
export interface StageOfInput extends Partial<Omit<Stage, 'addRecord'>> {
  /** Whether only the contents of the rows are needed: if so, no rule runs, and no record has an `ending`. */
  readonly isUnchecked?: true;
  addRecord(record: RowRecord): void;
}

/** Passes the records of the input to the stage of a ledger. */
export const ledgerStage = (stage: Stage): StageOfInput => ({
  keepsSources: stage.keepsSources,
  addRecord: (record) => stage.addRecord(stagedRecord(record)),
  isAccepted: (...key) => stage.isAccepted(...key),
  addSheet: (...sheet) => stage.addSheet(...sheet),
  addFile: (...file) => stage.addFile(...file),
  addFinding: (finding) => stage.addFinding(finding),
  addIgnoredColumn: (column) => stage.addIgnoredColumn(column),
  invalidateSheet: (...sheet) => stage.invalidateSheet(...sheet),
  endNotAttempted: () => stage.endNotAttempted(),
  commit: () => stage.commit(),
});

/** A record as the ledger stores it, with its body as JSON and its hashes. */
export function stagedRecord(record: RowRecord): StagedRecord {
  const { kind, body, isSelected, isOfSharedRow, ...rest } = record;
  return {
    ...{ ...rest, kind: kind.name, body: JSON.stringify(body), ...hashesOf(record) },
    references: referencesOf(record),
  };
}

/**
 * The hash of the content of a record. If its kind has a `sharedRef`: also that reference, and the hash by which
 * records with the same reference are compared; null for records that are not sent.
 */
export function hashesOf({
  kind,
  body,
  isSelected,
}: RowRecord): Pick<StagedRecord, 'hash' | 'shareKey' | 'shareHash'> {
  const { sharedRef } = kind;
  // The hash uses the field names of the interface, so that renaming a field in trace does not
  // change the hash.
  const shown = toInterfaceNames(kind, body);
  const content = new Content(shown);
  const { notInHash, notInShareHash } = hashExclusions(kind);
  const whole = shown === body ? content : new Content(body);
  return {
    hash: content.hash(notInHash),
    shareKey: isSelected && sharedRef ? ((body[sharedRef.field] as string | undefined) ?? null) : null,
    shareHash: isSelected && sharedRef ? whole.hash(notInShareHash) : null,
  };
}

interface HashExclusions {
  /** Fields that are not part of the content hash, by their names in the interface. */
  readonly notInHash: readonly string[];
  /** Fields in which records with the same shared reference may differ, so that they are not part of `shareHash`. */
  readonly notInShareHash: readonly string[];
}

/** The fields that the hashes of a kind ignore. */
const hashExclusions = oncePer((kind: KindSpec): HashExclusions => {
  const notInHash = uncomparedFields(kind).map((name) => nameInInterface(kind, name));
  return { notInHash, notInShareHash: [...(kind.sharedRef?.mayDiffer ?? []), kind.batchField] };
});

/** The references of a record; none for a record that is not sent. */
export function referencesOf({ kind, body, isSelected, update }: RowRecord): StagedRecord['references'] {
  return isSelected ? referencesIn(kind, update ? updatable(kind, body) : body) : [];
}

/** The content of a body, serialised once, to be hashed with different fields excluded. The order of fields does not matter. */
export class Content {
  readonly #names: readonly string[];
  readonly #members: readonly string[];

  constructor(body: Body) {
    this.#names = Object.keys(body).sort();
    this.#members = this.#names.map((name) => nameText(name) + canonical(body[name]!));
  }

  /** The hash (SHA-256, base64url) of the fields that are not in `except`. */
  hash(except: readonly string[]): string {
    let text = '';
    for (let at = 0; at < this.#names.length; at++) {
      if (except.includes(this.#names[at]!)) continue;
      text += (text === '' ? '{' : ',') + this.#members[at]!;
    }
    return hash('sha256', text === '' ? '{}' : `${text}}`, 'base64url');
  }
}

function canonical(value: Json): string {
  if (typeof value === 'string') return UNESCAPED_TEXT.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    text += (text === '' ? '{' : ',') + nameText(name) + canonical(value[name]!);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Matches texts that JSON writes without escapes. */
const UNESCAPED_TEXT = /^[ !#-[\]-~]*$/;

const MOST_NAME_TEXTS = 1000;
const nameTexts = new Map<string, string>();

/** The JSON text `"name":`, cached because bodies have few different field names. */
function nameText(name: string): string {
  let text = nameTexts.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (nameTexts.size < MOST_NAME_TEXTS) nameTexts.set(name, text);
  }
  return text;
}
