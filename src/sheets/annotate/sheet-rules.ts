import { columnAt } from '../cell.ts';
import { LAST_ROW } from '../limits.ts';
import type { MergedRange } from './sheet-survey.ts';
import { attribute, plainText, type RawXml, tailTags } from './tags.ts';

/** A list of values that cells offer. */
export interface ListRule {
  readonly ranges: readonly MergedRange[];
  /** The values: `"yes,no"`, a range, a name, or a formula that computes them. */
  readonly formula: string;
  /** Whether the spreadsheet stops a person who enters another value. */
  readonly isEnforced: boolean;
}

/** A conditional format. */
export interface FormatRule {
  readonly ranges: readonly MergedRange[];
  readonly formula: string;
  /** Whether the formula is compared with the cells of the ranges. */
  readonly comparesCells: boolean;
}

export interface SheetRules {
  readonly lists: readonly ListRule[];
  readonly formats: readonly FormatRule[];
}

/** Elements whose text is a formula. */
const FORMULAS = new Set(['formula', 'formula1', 'f']);

const LAST_COLUMN = 16_383;

/** The lists and the conditional formats in the tail of a sheet, of both forms: also those in extensions of the schema. */
export function rulesIn(tail: RawXml): SheetRules {
  const lists: ListRule[] = [];
  const formats: FormatRule[] = [];
  let ranges: MergedRange[] = [];
  let formulas: { text: string; rule: RawXml }[] = [];
  let rule: RawXml = '';
  let from = 0;
  for (const { name, kind, start, end, text } of tailTags(tail)) {
    if (name === 'dataValidation' || name === 'conditionalFormatting') {
      if (kind === 'close') {
        const [first] = formulas;
        if (name === 'conditionalFormatting')
          for (const one of formulas)
            formats.push({
              ...{ ranges, formula: one.text },
              comparesCells: attribute(one.rule, 'type') === 'cellIs',
            });
        else if (attribute(rule, 'type') === 'list' && first !== undefined)
          lists.push({ ranges, formula: first.text, isEnforced: isEnforced(rule) });
      }
      ranges = kind === 'open' ? rangesIn(attribute(text, 'sqref') ?? '') : [];
      formulas = [];
      rule = text;
    } else if (name === 'cfRule') rule = text;
    else if (kind === 'open') from = end;
    else if (kind === 'close' && from <= start && !tail.slice(from, start).includes('<')) {
      if (FORMULAS.has(name)) formulas.push({ text: plainText(tail.slice(from, start)), rule });
      else if (name === 'sqref') ranges = rangesIn(tail.slice(from, start));
    }
  }
  return { lists, formats };
}

const isEnforced = (tag: RawXml): boolean =>
  /^(?:1|true)$/.test(attribute(tag, 'showErrorMessage') ?? '') &&
  (attribute(tag, 'errorStyle') ?? 'stop') === 'stop';

/** The cells of a text such as `A2:A9 C2 E:E`. */
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
