import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { countryOf } from '../recognise/country.ts';
import { shippedResolver } from '../recognise/words/shipped.ts';
import { say } from '../say.ts';
import { unnumberedPath } from './map-file/targets.ts';
import { listOf } from './map-file/values.ts';
import { askAbout, isCertain, isField, type ProposedColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { MOST_COMPARED, textsBeside } from './row-evidence.ts';

/** Minimum share of the different values of a column, and of pairs of two columns, that read as values of the field. */
const READING_SHARE = 0.5;
const MOST_WORDS = 20;

/** Reads a text as a value of a field with a list, or as a country. */
type Reader = (text: string) => string | undefined;

/**
 * Settles columns that repeat the materials of another one, or their origins: codes beside their texts, or two languages.
 * The column that reads better fills the field, and the other one is proposed as `ignore`. Without this, each would be an
 * item of its own. Returns the columns that are settled.
 */
export function settleRepeated(
  kind: KindSpec,
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
): Set<ProposedColumn> {
  const settled = new Set<ProposedColumn>();
  for (const field of kind.fields) {
    const read = /^composition\[\]\.(?:material|origin)$/.test(field.path)
      ? readerOf(kind, field)
      : undefined;
    if (!read) continue;
    const some = drafts.slice(0, MOST_COMPARED);
    const isOf = ({ target }: ProposedColumn) =>
      isOpen(target) || unnumberedPath(target!) === unnumberedPath(field.path);
    if (!some.some((draft) => isField(draft) && isOf(draft))) continue;
    const shares = new Map(
      some.flatMap((draft): [ProposedColumn, number][] => {
        const share = draft.header !== '' && isOf(draft) ? shareRead(draft, read) : 0;
        return share >= READING_SHARE ? [[draft, share]] : [];
      }),
    );
    const named = [...shares.keys()].filter(isField);
    for (const own of named) {
      const other = shares
        .keys()
        .find((draft) => !isField(draft) && !settled.has(draft) && areSame(own, draft, rows, read));
      if (!other || settled.has(own)) continue;
      const [ofOther, ofOwn] = [shares.get(other)!, shares.get(own)!];
      // Of codes and texts that read equally well, the texts say more.
      const isBetter = ofOther > ofOwn || (ofOther === ofOwn && lettersOf(other) > 1.5 * lettersOf(own));
      if (isBetter && !isCertain(own)) replace(own, other);
      else ignore(other);
      settled.add(own).add(other);
    }
  }
  return settled;
}

const isOpen = (target: string | null): boolean => target === null || target === 'ignore';

function readerOf(kind: KindSpec, field: Field): Reader | undefined {
  if (field.value.type === 'country')
    return (text) => {
      const country = countryOf(text);
      return 'code' in country ? country.code : undefined;
    };
  const list = listOf(kind, field);
  if (!list) return undefined;
  const resolve = shippedResolver(list);
  return (text) => {
    const reading = resolve(text);
    if ('value' in reading) return reading.value;
    return reading.isLikely ? reading.candidates[0] : undefined;
  };
}

function shareRead({ values: { words, isCut } }: ProposedColumn, read: Reader): number {
  if (isCut || words.size === 0) return 0;
  const some = [...words.keys()].slice(0, MOST_WORDS);
  return some.filter((text) => read(text) !== undefined).length / some.length;
}

const lettersOf = ({ values: { words } }: ProposedColumn): number => [...words.keys()].join('').length;

/** Whether each text of a column has one text of the other, which never reads as another value and mostly as the same. */
function areSame(one: ProposedColumn, other: ProposedColumn, rows: readonly TextRow[], read: Reader) {
  const values = [...textsBeside(rows, one, other)].map((pair) => pair.map(read));
  const known = values.filter(([own, same]) => own !== undefined && same !== undefined);
  return (
    known.length > 0 &&
    known.length >= values.length * READING_SHARE &&
    known.every(([own, same]) => own === same)
  );
}

function replace(own: ProposedColumn, better: ProposedColumn): void {
  const target = own.target!;
  better.target = null;
  better.basis = 'none';
  better.likely = target;
  better.candidates = [target];
  better.question = say().proposals.mayMean({ fields: target });
  ignore(own);
}

function ignore(draft: ProposedColumn): void {
  askAbout(draft, say().proposals.noField());
  draft.candidates = [];
  draft.likely = 'ignore';
}
