import { foldText } from './text.ts';

const MARKS = new Set(['-', '--', '---', '–', '—', '/', '.', '..', '...', 'N/A', '_']);

/** Folded words that people type where they have nothing to say. No country code and no yes or no is among them. */
const WORDS = new Set(
  [
    ...['na', 'n.a.', 'nd', 'n.d.', 'nc', 'n.c.', 'none', 'nil', 'null', 'nan', 'blank', 'empty'],
    ...['not available', 'not applicable'],
    ...['néant', 'vide', 'aucun', 'aucune', 'rien', 'sans objet', 's/o', 'non applicable', 'non disponible'],
    ...['non renseigné', 'non défini'],
    ...['ninguno', 'ninguna', 'nessuno', 'nessuna', 'keine', 'keine angabe', 'k.a.'],
  ].map(foldText),
);

/** Whether a clean text stands for nothing: `n/a`, `-`, `néant`. */
export function isBlankWord(text: string): boolean {
  return text.length <= 24 && (MARKS.has(text.toUpperCase()) || WORDS.has(foldText(text)));
}

/** Whether a free text or a reference stands for nothing: only forms that are hardly ever a value. */
export function isBlankText(text: string): boolean {
  return text === '-' || (text.length === 3 && text.toLowerCase() === 'n/a');
}

/** Errors as spreadsheets write them into text files. */
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

/** What a column shows that is too narrow for its number or date. */
const NARROW = /^#{3,}$/;
/** As LibreOffice numbers them. */
const NUMBERED = /^err:5\d\d$/i;

/** Whether the text is a spreadsheet error such as `#REF!`, or what is shown for a value that does not fit. */
export function isErrorText(text: string): boolean {
  if (text.charCodeAt(0) === 35) return ERRORS.has(text.toUpperCase()) || NARROW.test(text);
  return NUMBERED.test(text);
}
