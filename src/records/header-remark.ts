import type { Value } from '../contract/field.ts';
import { foldText } from '../recognise/text.ts';
import { foldedSet } from '../recognise/words/word-list.ts';
import { headerDateOrder } from './headers.ts';

const YES_NO = 'oui/non | yes/no | y/n | o/n | vrai/faux | true/false | 0/1 | 1/0 | si/no | ja/nein';

/** Remarks that never change a value, such as "required", "text" or "from a list". */
const HARMLESS = foldedSet(
  'obligatoire | requis | required | mandatory | obligatorio | obbligatorio | pflicht | pflichtfeld',
  'facultatif | optionnel | optional | opcional | opzionale | facoltativo | recommandé | recommended',
  'si applicable | le cas échéant | if applicable | if any | si connu | if known | si disponible | texte',
  'text | testo | texto | string | liste | list | voir liste | see list | menu déroulant',
);

/** Remarks that only repeat the type of a field. */
const OF_TYPE: Readonly<Partial<Record<Value['type'], ReadonlySet<string>>>> = {
  number: foldedSet('nombre | number | numeric | numérique | entier | integer | chiffres | decimal | zahl'),
  country: foldedSet(
    'iso | iso2 | iso 2 | code iso | iso code | code iso 2 | alpha-2 | iso alpha-2 | iso 3166 | iso 3166-1',
    'iso 3166-1 alpha-2 | iso-2 | code | code pays | country code | pays | country | 2 lettres | 2 letters',
    'code à 2 lettres',
  ),
  date: foldedSet('date | iso | iso 8601'),
  boolean: foldedSet(YES_NO),
  flag: foldedSet(YES_NO),
  choice: foldedSet(YES_NO, 'code | valeur | value'),
  reference: foldedSet('code | réf | ref | id | identifiant | référence | reference | sku'),
  email: foldedSet('email | e-mail | mail | courriel'),
  url: foldedSet('url | lien | link | http | https'),
};

/** `max 50`, `50 caractères`, `2 car.` */
const LENGTH =
  /^(?:max\.?\s*)?\d{1,5}\s*(?:car\.?|caractères|chars?|characters|chiffres|digits)?(?:\s*max\.?)?$/i;
const LENGTHY: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice', 'email', 'url']);

/** Whether a remark in a header, such as `obligatoire` or `code ISO`, does not change the values of the field. */
export function isHarmlessRemark(remark: string, value: Value): boolean {
  const { type } = value;
  const folded = foldText(remark);
  if (/^[*!.\s]*$/.test(remark) || HARMLESS.has(folded) || OF_TYPE[type]?.has(folded)) return true;
  if (value.type === 'number' && value.unit === undefined) return /^(?:€|eur|euros?)$/i.test(remark);
  if (type === 'date') return headerDateOrder(remark) !== undefined;
  return LENGTHY.has(type) && LENGTH.test(remark);
}
