import { cellText, cleanText, foldText } from '../recognise/text.ts';
import { headerWords } from '../records/header-similarity.ts';
import type { HeaderRow } from '../records/record.ts';
import type { Row } from '../sheets/cell.ts';

export const SEARCHED_COLUMNS = 200;
const LONGEST_TEXT = 1000;
/** A header row; `joins`: the numbers of the rows whose headers it has. */
export type JoinedHeader = HeaderRow & { readonly joins?: readonly number[] };

/** Headers of groups of columns that do not change what the headers below them mean. */
const NEUTRAL = new Set(
  [
    ...['Identification', 'General', 'General information', 'Information', 'Details', 'Main data', 'Data'],
    ...['Généralités', 'Général', 'Informations', 'Informations générales', 'Infos', 'Détails', 'Données'],
    ...['Données générales', 'Allgemein', 'Allgemeines', 'Allgemeine Daten', 'Stammdaten', 'Generale'],
    ...['Dati generali', 'Informazioni', 'Datos generales', 'Información', 'Dados gerais', 'Informações'],
  ].map(foldText),
);

/** Headers above the columns of the materials of a composition, with the number of the material or without. */
const COMPOSITION = new Set(
  [
    ...['Composition', 'Material composition', 'Fabric composition', 'Fibre composition', 'Zusammensetzung'],
    ...['Materialzusammensetzung', 'Composizione', 'Composición', 'Composição'],
  ].map(foldText),
);

/** The path of a column in its system, after its name: `Season (product.metafields.custom.season)`. */
const SYSTEM_PATH = / \((?:[\w-]+\.){2,}[\w-]+\)$/;

const CERTIFICATE = /^(?:certif|label|zertifi|siegel|standard)/;

/**
 * What to read a header as: without its path in a system, without the header above it if that says nothing more, and with
 * the number of the material in a composition.
 */
export function meantBy(header: JoinedHeader, index: number): string {
  const text = textIn(header, index);
  const lower = header.joins === undefined ? undefined : header.lower?.[index];
  if (lower === undefined || lower === '' || lower === text || !text.endsWith(lower))
    return text.replace(SYSTEM_PATH, '');
  const upper = text.slice(0, -lower.length).replace(/ \/ $/, '');
  if (NEUTRAL.has(foldText(upper))) return lower;
  const [, name = '', number] = /^(.*?)\s*(\d{1,2})?$/.exec(upper)!;
  if (!COMPOSITION.has(foldText(name)) || /\d/.test(lower)) return repeats(lower, upper) ? lower : text;
  const before = header.cells.slice(0, index).filter((cell) => cell === header.cells[index]).length;
  const item = number ?? before + 1;
  // Below a composition, a certificate is that of the material.
  return CERTIFICATE.test(foldText(lower)) ? `Material ${item} certifications` : `${lower} ${item}`;
}

/** Whether a header has all words of the one above it, as `Nom de la substance` below `Substances`. */
function repeats(lower: string, upper: string): boolean {
  if (/\d/.test(upper)) return false;
  const words = headerWords(upper).map(singular);
  const own = new Set(headerWords(lower).map(singular));
  return words.length > 0 && words.every((word) => own.has(word));
}

const singular = (word: string): string => word.replace(/[sx]$/, '');

/** Whether a row has headers, each above several cells of the next row: it has blank cells where merged ones end. */
export function isAbove(upper: Row, lower: Row): boolean {
  let above = '';
  let extended = 0;
  for (let index = 0; index < Math.min(lower.cells.length, SEARCHED_COLUMNS); index++) {
    const text = textIn(upper, index);
    if (text !== '') above = text;
    else if (above !== '' && textIn(lower, index) !== '') extended++;
    if ([upper, lower].some(({ cells }) => cells[index] != null && typeof cells[index] !== 'string'))
      return false;
  }
  return extended > 0;
}

const LINE_FEEDS = /[\n\r\u2028\u2029]+/;

/** The text of a cell that a person wrote on several lines; undefined if it has one line. */
export function linesIn({ cells }: Row, index: number): string | undefined {
  const cell = cells[index];
  if (typeof cell !== 'string' || !LINE_FEEDS.test(cell)) return undefined;
  const lines = cell.slice(0, LONGEST_TEXT).split(LINE_FEEDS).map(cleanText);
  const filled = lines.filter((line) => line !== '');
  return filled.length > 1 ? filled.join('\n') : undefined;
}

export function textIn({ cells }: Row, index: number): string {
  const cell = cells[index];
  return cell === null || cell === undefined ? '' : cleanText(cellText(cell).slice(0, LONGEST_TEXT));
}
