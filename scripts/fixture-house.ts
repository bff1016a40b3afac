/** What the invented house "Maison Aurore" writes on every row. */
export const BATCH = 'AURORE-SS27-W1-2026-11';
export const COLLECTIONS = { main: 'SS27', capsule: 'Capsule Été 27' } as const;

/** Letters and digits of an address: no accent, no space. */
export const plain = (text: string): string =>
  text
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
