import { columnAt } from '../cell.ts';
import { LAST_ROW } from '../limits.ts';
import type { MergedRange } from './sheet-survey.ts';
import { attribute, plainText, type RawXml, tailTags } from './tags.ts';

/** A formula of a validation or conditional format, and the cells that it applies to. */
export interface Rule {
  readonly ranges: readonly MergedRange[];
  readonly formula: string;
}

/** A dropdown. Its formula is `"yes,no"`, a range, a defined name, or a formula that computes the values. */
export interface ListRule extends Rule {
  /** Whether the spreadsheet program rejects other values. */
  readonly isEnforced: boolean;
}

export interface SheetRules {
  readonly lists: readonly ListRule[];
  /** The formulas of the conditional formats. */
  readonly formats: readonly Rule[];
  /** The cells with a validation of any type. */
  readonly validated: readonly MergedRange[];
}

/** Names of elements whose text is a formula. */
const FORMULA_ELEMENTS = new Set(['formula', 'formula1', 'f']);

const LAST_COLUMN = 16_383;

/** The validations and conditional formats in the tail of a sheet; Excel writes some of them in extensions of the schema. */
export function rulesIn(tail: RawXml): SheetRules {
  const lists: ListRule[] = [];
  const formats: Rule[] = [];
  const validated: MergedRange[] = [];
  let ranges: MergedRange[] = [];
  let formulas: string[] = [];
  let opened: RawXml = '';
  let from = 0;
  for (const { name, kind, start, end, text } of tailTags(tail)) {
    if (name === 'dataValidation' || name === 'conditionalFormatting') {
      if (kind !== 'close') {
        ranges = rangesIn(attribute(text, 'sqref') ?? '');
        formulas = [];
        opened = text;
      }
      if (kind === 'open') continue;
      if (name === 'conditionalFormatting') formats.push(...formulas.map((formula) => ({ ranges, formula })));
      else {
        const [formula] = formulas;
        validated.push(...ranges);
        if (attribute(opened, 'type') === 'list' && formula !== undefined)
          lists.push({ ranges, formula, isEnforced: isEnforced(opened) });
      }
    } else if (kind === 'open') from = end;
    else if (kind === 'close' && from <= start && !tail.slice(from, start).includes('<')) {
      if (FORMULA_ELEMENTS.has(name)) formulas.push(plainText(tail.slice(from, start)));
      else if (name === 'sqref') ranges = rangesIn(tail.slice(from, start));
    }
  }
  return { lists, formats, validated };
}

const isEnforced = (tag: RawXml): boolean =>
  /^(?:1|true)$/.test(attribute(tag, 'showErrorMessage') ?? '') &&
  (attribute(tag, 'errorStyle') ?? 'stop') === 'stop';

/** Parses ranges: `A2:A9 C2 E:E`. */
export function rangesIn(sqref: RawXml): MergedRange[] {
  return plainText(sqref)
    .trim()
    .split(/\s+/)
    .flatMap((ref) => {
      const [all, from = '', top = '', to = from, bottom = top] =
        /^\$?([A-Z]{0,3})\$?(\d{0,7})(?::\$?([A-Z]{0,3})\$?(\d{0,7}))?$/.exec(ref) ?? [];
      if (!all) return [];
      return {
        first: { row: Number(top) || 1, column: from === '' ? 0 : columnAt(from) },
        last: { row: Number(bottom) || LAST_ROW, column: to === '' ? LAST_COLUMN : columnAt(to) },
      };
    });
}
