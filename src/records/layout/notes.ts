import { foldText } from '../../fold.ts';

/** Folded words with which notes below or between records begin. */
const NOTE =
  /^(?:notes?|nb|remarques?|attention|source|legende|legend|export(?:e|ed|iert|ado|ato)?|imprime|printed|genere|generated|edite|page|seite|pagina|fin|end|bemerkung|hinweis|nota|observa(?:tions?|cao|ciones))(?![a-z0-9])/;
/** A web address: the footer of an export. */
const ADDRESS = /^(?:https?:\/\/|www\.)/i;

/** Whether a text begins with a word of notes. */
export const beginsLikeNote = (text: string): boolean => NOTE.test(foldText(text.split(/[\s:]/, 1)[0]!));

/** Whether a row has only labels for what a person writes by hand, such as `Prepared by: | Checked by: ____`. */
export const isSignatureRow = (texts: readonly string[]): boolean =>
  texts.every((text) => /^(?:\p{L}[^\d:：]*[:：][\s_.…-]*|[_.…-]{3,})$/u.test(text)) &&
  /\p{L}/u.test(texts.join(''));

/** Whether a text is a web address, or begins with a word of notes and a colon. */
export const isNote = (text: string): boolean =>
  ADDRESS.test(text) || (/^[^\s:]+\s?:/.test(text) && beginsLikeNote(text));
