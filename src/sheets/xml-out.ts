/** What XML cannot hold, or reads as something else, and what looks like the escape for it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const ODD = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  return text.replace(MARKUP, (character) => ENTITIES[character]!);
}

/** The text of a cell, what XML cannot hold in the way of spreadsheets: `_x000D_`. Halves of pairs are lost. */
export function xmlText(text: string): string {
  const sound = text.isWellFormed() ? text : text.toWellFormed();
  return escapeXml(
    sound.replace(ODD, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    }),
  );
}
