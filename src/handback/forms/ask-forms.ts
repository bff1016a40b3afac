import type { Finding } from '../../findings/finding.ts';
import { type Language, language, languageFlag, say, useLanguage } from '../../say.ts';
import type { WorkbookData } from '../../sheets/workbook-data.ts';
import { type FormRow, formWorkbook } from './form-workbook.ts';
import { type FormJob, type OpenCells, openCells, openRows, supplierOf } from './open-cells.ts';
import { type RecordRow, rowId } from './record-rows.ts';

/** A form for a supplier; null: for the person who has the input. */
export interface AskedForm {
  readonly supplier: string | null;
  readonly language: Language;
  readonly workbook: WorkbookData;
  readonly rows: number;
  readonly cells: number;
}

/** The result of `askForms`. */
export interface AskedForms {
  readonly forms: readonly AskedForm[];
  /** Number of errors that are in no form, because no cell of a record can answer them. */
  readonly notAsked: number;
}

/**
 * The forms that ask for the open cells of the input: one for each supplier, in its language or in `only`, and one for the
 * rows without a supplier and the cells that no supplier can know: references, project types and batches.
 */
export async function askForms(job: FormJob, only?: Language): Promise<AskedForms> {
  const own = language();
  const isChosen = languageFlag().length > 0;
  const known = new Map<Language, OpenCells>();
  const inLanguage = async (name: Language): Promise<OpenCells> => {
    await useLanguage(name, isChosen);
    const found = known.get(name) ?? (await openCells({ ...job, ...(known.size > 0 && { emit: () => {} }) }));
    known.set(name, found);
    return found;
  };
  try {
    const { cells, suppliers, hashes, errors, others, kinds } = await inLanguage(own);
    const rows = await openRows(job, cells);
    const audiences = Map.groupBy(
      rows.flatMap((row) => audiencesOf(row, cells.get(rowId(row))!)),
      ({ supplier }) => supplier,
    );
    const context = { family: job.settings.family ?? undefined, hashes };
    const languageFor = (supplier: string | null) =>
      supplier === null ? own : (only ?? suppliers.get(supplier) ?? 'en');
    const forms: AskedForm[] = [];
    const byKind = ({ row: { kind } }: Audience) => kinds.findIndex(({ name }) => name === kind.name);
    const inOrder = [...audiences].sort(([one], [other]) => orderOf(one) - orderOf(other));
    for (const [supplier, asked] of inOrder) {
      const { cells: notes } = await inLanguage(languageFor(supplier));
      const formRows = asked
        .toSorted((one, other) => byKind(one) - byKind(other))
        .map(({ row, letters }): FormRow => {
          const open = [...notes.get(rowId(row))!].filter(([one]) => letters.has(one));
          return { ...row, open: new Map(open) };
        });
      forms.push({
        ...{ supplier, language: language(), rows: formRows.length },
        workbook: formWorkbook(supplier ?? say().form.own(), formRows, context),
        cells: formRows.reduce((sum, { open }) => sum + open.size, 0),
      });
    }
    const inForms = new Set(rows.map(rowId));
    return { forms, notAsked: others + errors.filter((one) => !inForms.has(rowId(placeOf(one)))).length };
  } finally {
    await useLanguage(own, isChosen);
  }
}

/** Those who are asked about cells of a row. */
interface Audience {
  readonly supplier: string | null;
  readonly row: RecordRow;
  readonly letters: ReadonlySet<string>;
}

function audiencesOf(row: RecordRow, cells: ReadonlyMap<string, unknown>): Audience[] {
  const supplier = supplierOf(row);
  const isOwn = (letters: string) => supplier === null || isOfBrand(row, letters);
  const all = [...cells.keys()];
  const audiences = [
    { supplier, row, letters: new Set(all.filter((one) => !isOwn(one))) },
    { supplier: null, row, letters: new Set(all.filter(isOwn)) },
  ];
  return audiences.filter(({ letters }) => letters.size > 0);
}

/** Whether only the person who has the input knows the values of a column: the project type, the batch, references. */
function isOfBrand({ kind, columns }: RecordRow, letters: string): boolean {
  const path = columns.find((column) => column.letters === letters)?.field.path;
  if (path === undefined || path === 'projectType' || path === kind.batchField) return true;
  return kind.key.includes(path) || kind.references.some(({ fields }) => fields.includes(path));
}

const placeOf = ({ origin: { file, sheet = '', row = 0 } }: Finding) => ({ file, sheet, row });

/** Suppliers in the order of the input, then the form without a supplier. */
const orderOf = (supplier: string | null): number => (supplier === null ? 1 : 0);
