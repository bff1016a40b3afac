import type { Field } from '../../../contract/field.ts';
import type { MappedColumn } from '../../records/record.ts';
import { cut } from '../../records/text.ts';
import { type Resolver, resolverOf } from '../words/resolve.ts';
import { shippedWords } from '../words/shipped.ts';
import type { Entry } from './entry.ts';
import { yamlText } from './lines.ts';
import { unnumbered } from './targets.ts';
import { listOf } from './values.ts';

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
  const allowed = list ? `a value of ${list.name}` : isYesNo ? 'yes or no' : 'a country code';
  const name = yamlText(header === '' ? path : header);
  let resolve: Resolver | undefined;
  return {
    wordLine: (text, candidates) => {
      if (list && candidates === undefined) resolve ??= resolverOf(list, shippedWords(list));
      const reading = candidates === undefined ? resolve?.(text) : undefined;
      const found =
        candidates ??
        (reading === undefined ? [] : 'value' in reading ? [reading.value] : reading.candidates);
      const [value, other] = found;
      const certain = other === undefined ? value : undefined;
      const line = `${yamlText(cut(text, 200))}: ${certain === undefined ? 'VALUE' : yamlText(certain)}`;
      const meant = found.length > 1 ? found.join(' or ') : allowed;
      return `${lines.word(valueKey, line)}${certain === undefined ? ` (VALUE is ${meant})` : ''}`;
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
