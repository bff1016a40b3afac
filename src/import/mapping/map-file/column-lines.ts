import type { Field } from '../../../contract/field.ts';
import type { MappedColumn } from '../../records/record.ts';
import { type Resolver, resolverOf } from '../words/resolve.ts';
import { shippedWords } from '../words/shipped.ts';
import type { Entry } from './entry.ts';
import { yamlText } from './lines.ts';
import { unnumbered } from './targets.ts';
import { listOf } from './values.ts';

/** Longer texts are not looked up as words. */
const LONGEST_WORD = 200;

/**
 * The lines to add to the map file for the values of a column. `keys` are the keys by which settings may refer to it.
 */
export function columnLines(
  { lines, kind, keys: { values, decimal, dateOrder } }: Entry,
  header: string,
  keys: readonly string[],
  field: Field,
): Pick<MappedColumn, 'wordLine' | 'line'> {
  const path = unnumbered(field.path);
  const valueKey = keys.find((key) => values && Object.hasOwn(values, key)) ?? path;
  const list = listOf(kind, field);
  const isYesNo = field.value.type === 'boolean' || field.value.type === 'flag';
  const allowed = list
    ? `a value of ${list.name}`
    : isYesNo
      ? 'yes or no'
      : field.value.type === 'country'
        ? 'a country code'
        : 'the key of the record';
  const name = yamlText(header === '' ? path : header);
  let resolve: Resolver | undefined;
  return {
    wordLine: (text, meant) => {
      if (text.length > LONGEST_WORD) return 'write a shorter text in the cell';
      if (list && !meant) resolve ??= resolverOf(list, shippedWords(list));
      const reading = meant ?? resolve?.(text) ?? {};
      if ('isSeveral' in reading) return 'give each of them its own share';
      const { candidates = [], isLikely } =
        'value' in reading ? { candidates: [reading.value], isLikely: true } : reading;
      if (isLikely) return lines.word(valueKey, `${yamlText(text)}: ${yamlText(candidates[0]!)}`);
      // Only a person can tell: a line that is pasted unread must decide nothing.
      const among = candidates.length === 0 ? allowed : `maybe ${candidates.join(' or ')}`;
      return `${lines.word(valueKey, `${yamlText(text)}: VALUE`)} (VALUE is ${among})`;
    },
    line: (key) => {
      if (key === 'units')
        return `${lines.below('units', `${name}: UNIT`)} (UNIT is the unit of its numbers, such as kg or %)`;
      if (key === 'separators')
        return `${lines.below('separators', `${name}: SIGN`)} (SIGN is what separates the values, such as "," or ";")`;
      // The map file does not accept the placeholders, so a line that is pasted unread decides nothing.
      const [value, meant, section] =
        key === 'decimal'
          ? ['MARK', '"," or "."', decimal]
          : ['ORDER', 'day-first or month-first', dateOrder];
      const line =
        typeof section === 'object' ? lines.below(key, `${name}: ${value}`) : lines.own(`${key}: ${value}`);
      return `${line} (${value} is ${meant})`;
    },
  };
}
