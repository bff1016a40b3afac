import { foldText } from './text.ts';

const MARKS = new Set(['-', '--', '---', '–', '—', '/', '.', '..', '...', '_']);

/** Folded filler words. None of them is a country code, a yes or a no. */
const WORDS = new Set(
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
  return text.length <= 24 && (MARKS.has(text) || WORDS.has(foldText(text)));
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
