import { foldText } from './text.ts';

/** Words for a value to be added later. None of them is a country code, a list value, a yes or a no. */
const WORDS = [
  ...['TBD', 'TBC', 'TBA', 'to be defined', 'to be determined', 'to be decided', 'to be confirmed'],
  ...['to be completed', 'to be announced', 'to be advised', 'to be provided', 'to be filled', 'to complete'],
  ...['to define', 'to confirm', 'placeholder', 'missing', 'not yet known'],
  ...['à définir', 'à déterminer', 'à compléter', 'à confirmer', 'à préciser', 'à renseigner', 'à remplir'],
  ...['à venir', 'à fournir', 'à valider', 'à vérifier', 'à voir', 'en attente de réponse', 'manquant'],
  ...['por definir', 'por confirmar', 'da definire', 'da confermare', 'zu definieren', 'noch offen'],
];

const FOLDED = new Set(WORDS.map(foldText));
const LONGEST = 40;
const SIGNS = /^(?:[?？¿\s]+|x{3,})$/i;

/** ASCII codes of the first characters of placeholders and errors (`#N/A`, `Err:502`). */
const STARTS = new Uint8Array(128);
for (const sign of [...WORDS.map((word) => word[0]!), ...'#?aex[(<{*\'"']) {
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
