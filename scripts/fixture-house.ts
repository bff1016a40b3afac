/** What the invented brand "Maison Aurore" writes in every row. */
export const BATCH = 'AURORE-SS27-W1-2026-11';
export const COLLECTIONS = { main: 'SS27', capsule: 'Capsule Été 27' } as const;

/** A text with only the letters and digits that an e-mail or web address may contain. */
export const plain = (text: string): string =>
  text
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
