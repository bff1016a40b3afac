import { foldText } from './text.ts';

const MARKS = new Set(['-', '--', '---', '–', '—', '/', '.', '..', '...', '_']);

/** Folded filler words. None of them is a country code, a yes or a no. */
const FILLERS = new Set(
  [
    ...['na', 'n.a.', 'nd', 'n.d.', 'nc', 'n.c.', 'none', 'nil', 'null', 'nan', 'blank', 'empty'],
    ...['not available', 'not applicable'],
    ...['néant', 'vide', 'aucun', 'aucune', 'rien', 'sans objet', 's/o', 'non applicable', 'non disponible'],
    ...['non renseigné', 'non défini'],
    ...['ninguno', 'ninguna', 'nessuno', 'nessuna', 'keine', 'keine angabe', 'k.a.'],
  ].map(foldText),
);

/** Whether a clean text is a filler: `n/a`, `-`, `néant`. */
export function isBlankWord(text: string): boolean {
  return text.length <= 24 && (MARKS.has(text) || FILLERS.has(foldText(text)));
}

/** Whether a free text or a reference is a filler: only forms that are hardly ever a value. */
export function isBlankText(text: string): boolean {
  return text === '-' || (text.length === 3 && text.toLowerCase() === 'n/a');
}

/** Errors as spreadsheets write them to text files, in several languages. */
const ERRORS = new Set([
  ...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!', '#CALC!'],
  ...['#VALEUR!', '#NOM?', '#NOMBRE!', '#NUL!', '#PROPAGATION!', '#NV', '#WERT!', '#BEZUG!', '#ZAHL!'],
  ...[
    '#N/D',
    '#RIF!',
    '#VALORE!',
    '#NOME?',
    '#¡REF!',
    '#¡VALOR!',
    '#¿NOMBRE?',
    '#¡DIV/0!',
    '#¡NUM!',
    '#¡NULO!',
  ],
  ...['#FIELD!', '#CHAMP!', '#BUSY!', '#CONNECT!', '#CONNEXION!', '#BLOCKED!', '#BLOQUÉ!', '#UNKNOWN!'],
  ...['#INCONNU!', '#EPARS!', '#ÉPARS!', '#GETTING_DATA', '#CALCUL!'],
]);

/** Shown by a column that is too narrow for its number or date. */
const NARROW = /^#{3,}$/;
/** Numbered errors of LibreOffice. */
const NUMBERED = /^err:5\d\d$/i;

/** Whether the text is a spreadsheet error such as `#REF!`, or the `####` of a column that is too narrow. */
export function isErrorText(text: string): boolean {
  if (text.charCodeAt(0) === 35) return ERRORS.has(text.toUpperCase()) || NARROW.test(text);
  return NUMBERED.test(text);
}

/** Words for a value to be added later. None of them is a country code, a list value, a yes or a no. */
const PLACEHOLDERS = [
  ...['TBD', 'TBC', 'TBA', 'to be defined', 'to be determined', 'to be decided', 'to be confirmed'],
  ...['to be completed', 'to be announced', 'to be advised', 'to be provided', 'to be filled', 'to complete'],
  ...['to define', 'to confirm', 'placeholder', 'missing', 'not yet known'],
  ...['à définir', 'à déterminer', 'à compléter', 'à confirmer', 'à préciser', 'à renseigner', 'à remplir'],
  ...['à venir', 'à fournir', 'à valider', 'à vérifier', 'à voir', 'en attente de réponse', 'manquant'],
  ...['por definir', 'por confirmar', 'da definire', 'da confermare', 'zu definieren', 'noch offen'],
];

const FOLDED = new Set(PLACEHOLDERS.map(foldText));
const LONGEST = 40;
const SIGNS = /^(?:[?？¿\s]+|x{3,})$/i;

/** ASCII codes of the first characters of placeholders and errors (`#N/A`, `Err:502`). */
const STARTS = new Uint8Array(128);
for (const sign of [...PLACEHOLDERS.map((word) => word[0]!), ...'#?aex[(<{*\'"']) {
  for (const one of [sign.toLowerCase(), sign.toUpperCase()]) {
    if (one.charCodeAt(0) < STARTS.length) STARTS[one.charCodeAt(0)] = 1;
  }
}

/** Whether a cell could be an error or a placeholder. A fast filter by its first character. */
export function mayBeNoValue(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return cell.length <= 2 * LONGEST && (code <= 32 || code > 126 || STARTS[code] === 1);
}

/** Whether a clean text is a placeholder: `TBD`, `à définir`, `xxx`, `?`. */
export function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST) return false;
  return SIGNS.test(text) || FOLDED.has(foldText(text));
}
