import type { Field } from '../contract/field.ts';
import { type Json, type KindSpec, oncePer } from '../contract/kind.ts';
import type { ClosedList } from '../contract/list.ts';
import { remembered } from '../contract/remembered.ts';
import { type Coerced, type Coercion, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import type { BlendItem, Composition } from '../recognise/composition/blend.ts';
import { parseComposition } from '../recognise/composition/parse.ts';
import { latinWord } from '../recognise/other-script.ts';
import { cut, quoted, typedText } from '../recognise/text.ts';
import { isFiller } from '../recognise/text-coercion.ts';
import { resolverOf } from '../recognise/words/resolve.ts';
import { shippedResolver, shippedWords } from '../recognise/words/shipped.ts';
import { termWords } from '../recognise/words/terms.ts';
import { numberText, say } from '../say.ts';
import type { ColumnMapping } from './record.ts';

/** Headers of a column with the whole composition in one cell. */
const NAMES = termWords('composition');

const LIST = 'composition[]';
const MATERIAL = `${LIST}.material`;

interface Materials {
  readonly list: ClosedList;
  readonly hasOrigin: boolean;
  readonly hasCertifications: boolean;
}

const materials = new WeakMap<Field, Materials>();

/**
 * The field of a column with the whole composition of a component, which fills materials, shares, and in v2 origins
 * and certifications. Undefined for other kinds. In v3, only a map file names it.
 */
export const compositionField = (kind: KindSpec): Field | undefined => fieldOf(kind) ?? undefined;

const fieldOf = oncePer((kind: KindSpec): Field | null => {
  const has = (path: string) => kind.fields.some((field) => field.path === path);
  const material = kind.fields.find(({ path }) => path === MATERIAL)?.value;
  if (material?.type !== 'choice' || !has(`${LIST}.percentage`)) return null;
  const field: Field = { path: LIST, value: { type: 'text' }, names: NAMES };
  materials.set(field, {
    list: material.list,
    hasOrigin: has(`${LIST}.origin`),
    hasCertifications: has(`${LIST}.certifications[]`),
  });
  return field;
});

/** Whether the cells of a field have a whole composition. */
export const isWholeComposition = (field: Field): boolean => materials.has(field);

/** Whether a column fills the field, either directly or as a column with the whole composition. */
export const isFilledBy = (field: Field, given: ReadonlySet<Field>): boolean =>
  given.has(field) || (field.path.startsWith(`${LIST}.`) && [...given].some((one) => materials.has(one)));

const MAX_CACHED_CELLS = 5000;

/** The coercion of a column with whole compositions; undefined for other columns. */
export function compositionCoercion(
  field: Field,
  words?: ReadonlyMap<string, string>,
  mapping?: ColumnMapping,
): Coercion | undefined {
  const found = materials.get(field);
  if (!found) return undefined;
  const resolve = words
    ? resolverOf(found.list, shippedWords(found.list), words)
    : shippedResolver(found.list);
  const parsed = remembered((cell: string) => parseComposition(cell, resolve), MAX_CACHED_CELLS);
  return (cell, note) => {
    const text = typedText(cell);
    if (text === '' || isFiller(text, cell, note)) return undefined;
    if (typeof cell !== 'string') {
      const message = say().cells.notComposition({ text: quoted(text) });
      note('composition-unclear', cell, message, say().cells.compositionForm());
      return UNREADABLE;
    }
    return coercedComposition(parsed(cell), found, cell, note, mapping);
  };
}

function coercedComposition(
  composition: Composition,
  of: Materials,
  cell: string,
  note: OnCellFinding,
  mapping?: ColumnMapping,
): Coerced {
  switch (composition.is) {
    case 'parts':
      note('composition-parts', cell, partsText(composition.parts), say().cells.partsAdvice());
      return UNREADABLE;
    case 'unclear': {
      const { piece, problem } = composition;
      note('composition-unclear', cell, `${quoted(piece)} ${problem}`, say().cells.compositionForm());
      return UNREADABLE;
    }
    case 'total': {
      noteQuestions(composition.items, cell, note, mapping);
      const about = { text: quoted(cell), total: numberText(composition.total) };
      note('composition-cell-total', cell, say().cells.compositionTotal(about));
      return UNREADABLE;
    }
    case 'blend':
      return coercedBlend(composition.items, composition.part, of, cell, note, mapping);
  }
}

function coercedBlend(
  items: readonly BlendItem[],
  part: string | undefined,
  of: Materials,
  cell: string,
  note: OnCellFinding,
  mapping?: ColumnMapping,
): Coerced {
  if (noteQuestions(items, cell, note, mapping)) return UNREADABLE;
  const lost = items.find(
    ({ origin, certifications }) =>
      (origin !== undefined && !of.hasOrigin) || (certifications !== undefined && !of.hasCertifications),
  );
  if (lost) {
    note('composition-unclear', cell, say().cells.materialOrigin({ text: quoted(lost.text) }));
    return UNREADABLE;
  }
  for (const { text, value } of items) {
    const latin = latinWord(text);
    if (latin) {
      const { problem } = latin;
      const message = say().cells.respelled({ text: quoted(text), value: quoted(value!), problem });
      note('list-spelling', cell, message);
    }
  }
  const read = { text: quoted(cell), items: items.map(itemText).join(', ') };
  const message =
    part === undefined
      ? `${read.text} → ${read.items}`
      : say().cells.compositionPart({ ...read, part: quoted(part) });
  note('composition-read', cell, message);
  return items.map(({ value, percentage, origin, certifications }) => ({
    material: value!,
    percentage,
    ...(origin === undefined ? {} : { origin }),
    ...(certifications === undefined ? {} : { certifications: [...certifications] as Json[] }),
  }));
}

/** Reports the materials that cannot be resolved to a value of the list. */
function noteQuestions(
  items: readonly BlendItem[],
  cell: string,
  note: OnCellFinding,
  mapping?: ColumnMapping,
): boolean {
  const open = items.filter(({ value }) => value === undefined);
  for (const item of open) {
    const { text, question = '', candidates = [], percentage, advice } = item;
    const piece = text === '' ? `${percentage}%` : text;
    const values = candidates.join(say().cells.or());
    const offer = values === '' ? undefined : say().cells.writeOne({ values });
    const suggestion = advice ?? (mapping && text !== '' ? mapping.wordLine(text, item) : offer);
    note('composition-material', cell, `${quoted(piece)} ${question}`, suggestion);
  }
  return open.length > 0;
}

const itemText = ({ value, percentage, origin, certifications = [] }: BlendItem): string => {
  const details = [...(origin === undefined ? [] : [origin]), ...certifications];
  return `${percentage}% ${value}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
};

function partsText(parts: readonly string[]): string {
  const named = parts.filter((part) => part !== '').map((part) => quoted(part));
  const shown = named.length > 8 ? [...named.slice(0, 8), '…'] : named;
  const number = numberText(parts.length);
  const names = cut(shown.join(', '), 300);
  const unnamed = parts.length - named.length;
  if (named.length === 0) return say().cells.parts({ number });
  if (unnamed === 0) return say().cells.partsNamed({ number, names });
  return say().cells.partsSomeNamed({ number, names, unnamed: numberText(unnamed) });
}
