import { foldText } from './text.ts';

/** What people type to fill in later. No country code, list value, yes or no is among them. */
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

/** First characters of what may be one: no more is looked at of any other text. */
const STARTS = new Set([...WORDS.map((word) => word[0]!), ...'?？¿x[(<{*\'"'.split('')].flatMap(bothCases));

function bothCases(sign: string): string[] {
  return [sign.toLowerCase(), sign.toUpperCase()];
}

/** Whether a clean text stands for a value that is still to come: `TBD`, `à définir`, `xxx`, `?`. */
export function isPlaceholder(text: string): boolean {
  if (text.length > LONGEST || !STARTS.has(text[0] ?? '')) return false;
  return SIGNS.test(text) || FOLDED.has(foldText(text));
}
