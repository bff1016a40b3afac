/** Characters that XML cannot contain or would change, and text that looks like an escape (`_x000D_`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CHARACTERS_TO_ESCAPE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  return text.replace(MARKUP, (character) => ENTITIES[character]!);
}

/**
 * Escapes the text of a cell. Characters that XML cannot contain are written as spreadsheets do: `_x000D_`. Unpaired
 * surrogates are replaced.
 */
export function xmlText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return escapeXml(
    wellFormed.replace(CHARACTERS_TO_ESCAPE, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    }),
  );
}
