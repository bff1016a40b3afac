import type { Field } from '../../contract/field.ts';
import { yamlText } from '../../recognise/text.ts';
import { type Resolver, resolverOf } from '../../recognise/words/resolve.ts';
import { shippedWords } from '../../recognise/words/shipped.ts';
import type { ColumnMapping } from '../../records/record.ts';
import { say } from '../../say.ts';
import type { MapEntry } from './entry.ts';
import { unnumberedPath } from './targets.ts';
import { listOf } from './values.ts';

/** Longer texts are not looked up as words. */
const LONGEST_WORD = 200;

/**
 * The lines to add to the map file for the values of a column. `keys` are the keys by which settings may refer to it.
 */
export function columnLines(
  { lines, kind, keys: { values, decimal, dateOrder } }: MapEntry,
  header: string,
  keys: readonly string[],
  field: Field,
): Pick<ColumnMapping, 'wordLine' | 'line'> {
  const path = unnumberedPath(field.path);
  const valueKey = keys.find((key) => values && Object.hasOwn(values, key)) ?? path;
  const list = listOf(kind, field);
  const isYesNo = field.value.type === 'boolean' || field.value.type === 'flag';
  const allowed = () =>
    list
      ? say().mapFile.listValue({ list: list.name })
      : isYesNo
        ? say().mapFile.yesNo()
        : field.value.type === 'country'
          ? say().mapFile.country()
          : say().mapFile.key();
  const name = yamlText(header === '' ? path : header);
  let resolve: Resolver | undefined;
  return {
    wordLine: (text, meant) => {
      if (text.length > LONGEST_WORD) return say().mapFile.shorter();
      if (list && !meant) resolve ??= resolverOf(list, shippedWords(list));
      const reading = meant ?? resolve?.(text) ?? {};
      if ('isSeveral' in reading) return say().mapFile.ownShare();
      const { candidates = [], isLikely } =
        'value' in reading ? { candidates: [reading.value], isLikely: true } : reading;
      if (isLikely) return lines.adviceForWord(valueKey, `${yamlText(text)}: ${yamlText(candidates[0]!)}`);
      // Only a person can choose the value, so a line that is pasted unread must decide nothing.
      const among =
        candidates.length === 0
          ? allowed()
          : say().mapFile.maybe({ values: candidates.join(say().mapFile.or()) });
      return say().mapFile.placeholder({
        line: lines.adviceForWord(valueKey, `${yamlText(text)}: ${say().placeholders.value()}`),
        name: say().placeholders.value(),
        meaning: among,
      });
    },
    line: (key) => {
      if (key === 'units')
        return say().mapFile.unitLine({
          line: lines.adviceToAdd('units', `${name}: ${say().placeholders.unit()}`),
        });
      if (key === 'separators')
        return say().mapFile.separatorLine({
          line: lines.adviceToAdd('separators', `${name}: ${say().placeholders.sign()}`),
        });
      // The map file does not accept the placeholders, so a line that is pasted unread decides nothing.
      const [value, meant, section] =
        key === 'decimal'
          ? [say().placeholders.mark(), say().mapFile.marks(), decimal]
          : [say().placeholders.order(), say().mapFile.orders(), dateOrder];
      const line =
        typeof section === 'object'
          ? lines.adviceToAdd(key, `${name}: ${value}`)
          : lines.own(`${key}: ${value}`);
      return say().mapFile.placeholder({ line, name: value, meaning: meant });
    },
  };
}
