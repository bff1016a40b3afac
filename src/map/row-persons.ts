import { type Field, lastName } from '../contract/field.ts';
import { foldedWords, plainLetters } from '../fold.ts';
import { areMostly, type ColumnValues } from './column-values.ts';
import type { ProposedColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { COMPARED_ROWS } from './row-evidence.ts';

/** The part of the name of a person that a column has, as the last name of its field. */
export type PersonName = 'firstname' | 'name';

/** The fields of the parts of the name of a contact. */
const PERSON = /^contacts\[\]\.person\.(?:firstname|name)$/;
export const isNameOfPerson = ({ path }: Field): boolean => PERSON.test(path);

/** Whether a field is the other part of the name than the one that a column has. */
export const isOtherName = (field: Field, part: PersonName | undefined): boolean =>
  part !== undefined && isNameOfPerson(field) && lastName(field.path) !== part;

/** Minimum number of rows, and share of the rows with an e-mail address, in which the address contains the name. */
const FEWEST_ROWS = 2;
const LEAST_SHARE = 0.4;

/**
 * The columns with first names and last names, by index. The e-mail address in the same row shows them, as in `ana.silva@` or
 * `asilva@`, and so does the other part of the name in the column beside it.
 */
export function columnsOfPersons(
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
): Map<number, PersonName> {
  const found = new Map<number, PersonName>();
  const email = drafts.find(({ values }) => areMostly(values, (text) => text.includes('@')));
  if (!email) return found;
  const persons = drafts.filter((draft) => hasNames(draft.values));
  const shown = new Map(persons.map((draft) => [draft, partIn(draft, email, rows)]));
  const partOf = (draft: ProposedColumn) => {
    const part = shown.get(draft);
    return partInHeader(draft) ?? (part === 'either' ? undefined : part);
  };
  for (const draft of persons) {
    const part = partOf(draft);
    if (part) found.set(draft.index, part);
  }
  const taken = new Set(drafts.flatMap((draft) => partInHeader(draft) ?? []));
  for (const [at, draft] of drafts.entries()) {
    if (!shown.has(draft) || partOf(draft)) continue;
    const other = [drafts[at - 1], drafts[at + 1]].find((one) => one && partOf(one));
    if (!other || (!shown.get(draft) && !areOfOnePerson(draft, other))) continue;
    const part = partOf(other) === 'name' ? 'firstname' : 'name';
    if (!taken.has(part)) found.set(draft.index, part);
  }
  return found;
}

/** Whether a column has different texts of one to three capitalised words. */
const hasNames = (values: ColumnValues): boolean =>
  values.words.size >= FEWEST_ROWS &&
  values.words.size * 2 >= values.filled &&
  areMostly(values, (text) => /^\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,2}$/u.test(text));

/** The part that the header names. */
function partInHeader({ target, headerReadings: { meanings } }: ProposedColumn): PersonName | undefined {
  if (target?.endsWith('.person.firstname')) return 'firstname';
  const [isFirst, isLast] = ['firstname', 'lastname'].map(
    (notion) => meanings.length > 0 && meanings.every((notions) => notions.has(notion)),
  );
  return isFirst ? 'firstname' : isLast ? 'name' : undefined;
}

/** The part that e-mail addresses show: `either` if an address is only the name. None for whole names. */
function partIn(
  { index }: ProposedColumn,
  email: ProposedColumn,
  rows: readonly TextRow[],
): PersonName | 'either' | undefined {
  const counts = { firstname: 0, name: 0, either: 0, both: 0 };
  const some = rows.slice(0, COMPARED_ROWS).flatMap(({ cells }) => {
    const [text = '', address = ''] = [cells[index], cells[email.index]];
    return text !== '' && address.includes('@') ? [[text, address] as const] : [];
  });
  for (const [text, address] of some) {
    const part = partOfAddress(text, plainLetters(address.split('@')[0]!));
    if (part) counts[part]++;
  }
  const { firstname, name, either, both } = counts;
  const all = firstname + name + either;
  if (all < FEWEST_ROWS || all < some.length * LEAST_SHARE || both >= all) return undefined;
  return firstname === name ? 'either' : firstname > name ? 'firstname' : 'name';
}

function partOfAddress(text: string, local: string): PersonName | 'either' | 'both' | undefined {
  const words = new Set(foldedWords(text).filter((word) => word.length > 1));
  const pieces = local.split(/[._-]+|\d+/).filter((piece) => piece !== '');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length > 1) {
    const [isFirst, isLast] = [words.has(first), words.has(last)];
    return isFirst && isLast ? 'both' : isFirst ? 'firstname' : isLast ? 'name' : undefined;
  }
  if (words.has(first)) return 'either';
  return words.has(first.slice(1)) && first.length > 3 ? 'name' : undefined;
}

/** Whether two headers share a word, or one of them is called a name or a contact. */
function areOfOnePerson({ header, headerReadings }: ProposedColumn, other: ProposedColumn): boolean {
  const words = new Set(foldedWords(other.header.replaceAll('_', ' ')));
  return (
    foldedWords(header.replaceAll('_', ' ')).some((word) => words.has(word)) ||
    headerReadings.meanings.some((notions) =>
      ['name', 'contact', 'person'].some((notion) => notions.has(notion)),
    )
  );
}
