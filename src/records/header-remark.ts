import type { Value } from '../contract/field.ts';
import { foldText } from '../fold.ts';
import { termTable } from '../recognise/words/terms.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import { headerDateOrder } from './headers.ts';

/** Remarks that never change a value, such as "required", "text" or "from a list". */
const HARMLESS_REMARKS = foldedTerm('remarks');

/** Remarks that only repeat the type of a field. */
const OF_TYPE = new Map(
  termTable('remarksOfTypes').map(([type, remarks]) => [type, new Set(remarks.map(foldText))]),
);

/** `max 50`, `50 caractères`, `2 car.` */
const LENGTH =
  /^(?:max\.?\s*)?\d{1,5}\s*(?:car\.?|caractères|chars?|characters|chiffres|digits)?(?:\s*max\.?)?$/i;
const LENGTHY: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice', 'email', 'url']);

/** Whether a remark in a header, such as `obligatoire` or `code ISO`, does not change the values of the field. */
export function isHarmlessRemark(remark: string, value: Value): boolean {
  const { type } = value;
  const folded = foldText(remark);
  if (/^[*!.\s]*$/.test(remark) || HARMLESS_REMARKS.has(folded) || OF_TYPE.get(type)?.has(folded))
    return true;
  if (value.type === 'number' && value.unit === undefined) return /^(?:€|eur|euros?)$/i.test(remark);
  if (type === 'date') return headerDateOrder(remark) !== undefined;
  return LENGTHY.has(type) && LENGTH.test(remark);
}
