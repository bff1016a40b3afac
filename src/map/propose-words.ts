import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { type ClosedList, matchValue } from '../contract/list.ts';
import { foldWords } from '../fold.ts';
import { parseComposition } from '../recognise/composition/parse.ts';
import { countryOf } from '../recognise/country.ts';
import { isBlankWord, yesOrNo } from '../recognise/text-coercion.ts';
import { type Resolver, resolverOf } from '../recognise/words/resolve.ts';
import { shippedResolver, shippedWords } from '../recognise/words/shipped.ts';
import { compositionField } from '../records/composition-column.ts';
import { wordKey } from '../records/mapped.ts';
import { say } from '../say.ts';
import { type ColumnValues, valuesFor } from './column-values.ts';
import { fieldNamed, unnumberedPath } from './map-file/targets.ts';
import { listOf } from './map-file/values.ts';
import type { ColumnProposal, WordProposal } from './proposal.ts';
import { piecesOf } from './propose-separators.ts';
import { similarValues } from './similar-words.ts';

/** Maximum number of words of a sheet. */
const MOST_WORDS = 5000;

/** Values by field (without item numbers), then word. */
type LearnedValues = ReadonlyMap<string, ReadonlyMap<string, string>>;

type Reading = Pick<WordProposal, 'value' | 'basis' | 'candidates'> & { readonly question?: string };

/**
 * What is proposed for the words of the columns whose fields have a list of values.
 *
 * @param separators what a person said of columns with lists, by index
 */
export function proposeWords(
  kind: KindSpec,
  columns: readonly { readonly proposal: ColumnProposal; readonly values: ColumnValues }[],
  learned: LearnedValues,
  separators: ReadonlyMap<number, string> = new Map(),
): WordProposal[] {
  const found = new Map<string, { field: string; word: string; rows: number; reading: Reading }>();
  for (const { proposal, values } of columns) {
    if (proposal.target === null || proposal.target === 'ignore') continue;
    const field = fieldNamed(kind, proposal.target)?.field;
    const separator = separators.get(proposal.index) ?? proposal.separator?.value ?? undefined;
    const reader = field && readerOf(kind, field, learned, separator);
    if (!reader) continue;
    for (const [text, rows] of valuesFor(field, values).words)
      for (const { word, reading } of reader.read(text)) {
        const key = `${reader.field}\n${wordKey(word)}`;
        const known = found.get(key);
        if (known) known.rows += rows;
        else if (found.size < MOST_WORDS) found.set(key, { field: reader.field, word, rows, reading });
      }
  }
  return [...found.values()].map(({ field, word, rows, reading }) => ({ field, word, rows, ...reading }));
}

interface WordReader {
  readonly field: string;
  read(text: string): readonly { readonly word: string; readonly reading: Reading }[];
}

function readerOf(
  kind: KindSpec,
  field: Field,
  learned: LearnedValues,
  separator?: string,
): WordReader | undefined {
  const isWhole = field.path === compositionField(kind)?.path;
  const name = unnumberedPath(isWhole ? `${field.path}.material` : field.path);
  const own = new Map<string, string>();
  for (const [word, value] of learned.get(name) ?? []) own.set(wordKey(word), value);
  const list = listOf(kind, field);
  const { type } = field.value;
  const pieces = (text: string) => (field.path.endsWith('[]') ? piecesOf(field, text, separator) : [text]);
  const reader = (read: WordReader['read']): WordReader => ({ field: name, read });
  if (isWhole && list) return reader(compositionReader(list, own));
  if (list) {
    const resolve = shippedResolver(list);
    // A required value may be one of the list, such as `NONE`, where other fields are blank.
    const blank = field.required === undefined ? [] : list.values.filter(isBlankWord);
    return reader((text) =>
      pieces(text).flatMap((piece) => {
        const read = resolve(piece);
        const value = matchValue(list, piece);
        if (value !== undefined && 'value' in read && read.value === value) return [];
        if (isBlankWord(piece))
          return blank.length === 0 || !/\p{L}/u.test(piece)
            ? []
            : [{ word: piece, reading: learnedOr(own, piece, () => open(say().words.noneOrBlank(), blank)) }];
        if ('isSeveral' in read && !own.has(wordKey(piece))) return [];
        return [{ word: piece, reading: learnedOr(own, piece, () => readingOf(list, resolve, piece)) }];
      }),
    );
  }
  if (type === 'country') return reader((text) => pieces(text).flatMap((piece) => countryWord(own, piece)));
  if (type !== 'boolean' && type !== 'flag') return undefined;
  return reader((text) =>
    yesOrNo(text) !== undefined || /^[01xX✓✔]$/.test(text) || isBlankWord(text)
      ? []
      : [{ word: text, reading: learnedOr(own, text, () => open(say().words.notYesNo(), ['yes', 'no'])) }],
  );
}

const open = (question: string, candidates: readonly string[]): Reading => ({
  value: null,
  basis: 'none',
  candidates,
  question,
});

function learnedOr(own: ReadonlyMap<string, string>, word: string, read: () => Reading): Reading {
  const value = own.get(wordKey(word));
  return value === undefined ? read() : { value, basis: 'learned', candidates: [] };
}

function readingOf(list: ClosedList, resolve: Resolver, word: string): Reading {
  const reading = resolve(word);
  if ('value' in reading) return { value: reading.value, basis: 'synonym', candidates: [] };
  const { candidates, similar = [] } = reading;
  // Values that share a word are choices of a person, not a proposal.
  const choices = [candidates, similarValues(list, word), similar.length > 1 ? similar : []];
  return open(reading.question, choices.find(({ length }) => length > 0) ?? []);
}

function countryWord(own: ReadonlyMap<string, string>, text: string): { word: string; reading: Reading }[] {
  if (isBlankWord(text) && !/^na$/i.test(text)) return [];
  const reading = countryOf(text);
  // `NA` may be Namibia or "not applicable".
  if ('code' in reading && !/^na$/i.test(text)) return [];
  return [
    {
      word: text,
      reading: learnedOr(own, text, () => {
        if ('code' in reading) return open(say().words.namibia(), ['NA']);
        const code = reading.suggestion?.slice(0, 2);
        return open(reading.problem, reading.codes ?? (code === undefined ? [] : [code]));
      }),
    },
  ];
}

/** Reads the materials of composition cells that do not resolve. */
function compositionReader(list: ClosedList, own: ReadonlyMap<string, string>): WordReader['read'] {
  const words = new Map([...own].filter(([key]) => !key.startsWith('=')));
  const resolve = words.size === 0 ? shippedResolver(list) : resolverOf(list, shippedWords(list), words);
  return (text) => {
    if (isBlankWord(text)) return [];
    const composition = parseComposition(text, resolve);
    if (composition.is !== 'blend' && composition.is !== 'total') return [];
    return composition.items.flatMap(({ text: word, value, question, candidates, advice }) =>
      // A line of a map file cannot answer a question that needs a change of the cell.
      value !== undefined || advice !== undefined || word === '' || foldWords(word) === ''
        ? []
        : [{ word, reading: open(question ?? say().words.unknown(), candidates ?? []) }],
    );
  };
}
