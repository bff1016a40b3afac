import { HAN, hasHan } from '../../fold.ts';

/** The halves of a header with a sign between them: `Fournisseur / Supplier`. */
export const halvesOf = (header: string): readonly string[] =>
  header.replace(/\s*\*+\s*$/, '').split(/\s*[|/]\s*|\s+[-–]\s+/);

const HAN_FIRST = new RegExp(`^([${HAN}][^A-Za-z]*?)[\\s/|（(:：-]+([A-Za-z\u00c0-\u024f][^${HAN}]+)$`);
const HAN_LAST = new RegExp(`^([A-Za-z\u00c0-\u024f][^${HAN}]+?)[\\s/|（(:：-]+([${HAN}][^A-Za-z]*)$`);

/** The halves of a header in Chinese and in Latin letters: `供应商编号 Supplier No.`, `克重(g) / Weight`. */
export const scriptsOf = (header: string): readonly string[] => {
  const halves = halvesOf(header);
  if (halves.length === 2 && hasHan(halves[0]!) !== hasHan(halves[1]!)) return halves;
  const found = HAN_FIRST.exec(header) ?? HAN_LAST.exec(header);
  return found?.slice(1).map((half) => half.replace(/[\s)）*:：]+$/, '')) ?? [];
};
