import { foldText } from '../recognise/text.ts';

/** Folded names of the months in English, French, Italian, Spanish, German and Portuguese. No name has two meanings. */
const MONTHS = new Map(
  [
    'january jan janvier janv gennaio gen enero ene januar janner jaenner janeiro',
    'february feb fevrier fevr fev febbraio febbr febrero februar feber fevereiro',
    'march mar mars marzo marz maerz mrz marco',
    'april apr avril avr aprile abril abr',
    'may mai maggio magg mag mayo maio',
    'june jun juin giugno giu junio juni junho',
    'july jul juillet juill juil luglio lugl lug julio juli julho',
    'august aug aout agosto ago',
    'september sep sept septembre settembre sett set septiembre setiembre setembro',
    'october oct octobre ottobre ott octubre oktober okt outubro out',
    'november nov novembre noviembre novembro',
    'december dec decembre dicembre dic diciembre dezember dez dezembro',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

/** The number of a month, from its name in any of six languages; 0 if it is not one. */
export const monthNamed = (name: string): number => MONTHS.get(foldText(name)) ?? 0;

/** The period that a text names instead of a day, such as `month` for `01/2026`; undefined if it names none. */
export function periodNamed(text: string): 'month' | 'quarter' | 'half' | 'week' | 'year' | undefined {
  if (/^(?:0?[1-9]|1[0-2])[-/. ](?:19|20)\d\d$/.test(text)) return 'month';
  if (/^(?:19|20)\d\d[-/. ](?:0?[1-9]|1[0-2])$/.test(text)) return 'month';
  const named = /^([\p{L}\p{M}]{3,10})\.?[ \-/]?(?:de )?(?:\d{4}|\d{2})$/iu.exec(text)?.[1];
  if (named !== undefined && monthNamed(named) > 0) return 'month';
  if (/^(?:[QT][1-4][ \-/]?(?:\d{4}|\d{2})|\d{4}[ \-/]?[QT][1-4])$/i.test(text)) return 'quarter';
  if (/^(?:[HS][12][ \-/]\d{4}|\d{4}[ \-/]?[HS][12])$/i.test(text)) return 'half';
  if (/^(?:(?:KW|W) ?\d{1,2}[ \-/]\d{4}|\d{4}[ \-/]?(?:KW|W)\d{1,2})$/i.test(text)) return 'week';
  return /^(?:19|20)\d\d$/.test(text) ? 'year' : undefined;
}
