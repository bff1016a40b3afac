import type { KindSpec } from '../contract/kind.ts';
import { foldText } from '../recognise/text.ts';
import { isInformational, kindsByName } from '../records/sheet-names.ts';

/** Words in the names of sheets and files of other systems, by kind. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  supplier:
    'supplier | suppliers | vendor | vendors | fournisseur | fournisseurs | tiers | lieferant | lieferanten | kreditoren | fornitore | fornitori | proveedor | proveedores | fornecedor | fornecedores | lfa1 | partner | partners | facilities | facility | factories | factory | usines | sites | mills | site',
  component:
    'component | components | composant | composants | bom | nomenclature | nomenclatures | stückliste | stuecklisten | stücklisten | stueckliste | komponenten | distinta base | distinta | distinte | componenti | lista de materiales | escandallo | componentes | ficha técnica | fiche technique | stpo | mast | cs03 | mrp bom | materials | bill of materials | matières | bomlines | estrutura',
  product:
    'product | products | produit | produits | article | articles | artikel | artikelstamm | materialstamm | prodotto | prodotti | articoli | producto | productos | artículos | produto | produtos | artigos | styles | style | modèles | modelle | mara | product template | items | item master | line plan',
  packaging:
    'packaging | packagings | emballage | emballages | conditionnement | verpackung | verpackungen | imballi | imballaggi | embalajes | envases | embalagem | embalagens | packs',
  material:
    'raw materials | matières premières | rohstoffe | materie prime | materias primas | matérias-primas | fibres',
  'purchased-item':
    'achats | purchases | purchase | purchased items | einkäufe | acquisti | compras | articles achetés',
  'generic-product-info': 'product infos | informations produit | product information | generic product info',
  'brand-product': 'brand products | produits de marque | brand product',
};

/** Names of sheets without records. */
const SKIPPED =
  'summary | synthèse | résumé | übersicht | inhalt | inhaltsverzeichnis | deckblatt | legende | anleitung | hinweise | listen | riepilogo | copertina | istruzioni | legenda | elenchi | resumen | índice | portada | instrucciones | leyenda | listas | resumo | capa | instruções | pivot | tcd | paramètres | parameters | parameter | settings | config | log | options | drop down | dropdown | menu | menus | page de garde | couverture | versions | historique';

const names = new Map<string, ReadonlySet<string>>();

/** Whether a sheet or file has the name of a kind, in any language. */
export function namedBy(kinds: readonly KindSpec[], kind: KindSpec, text: string): boolean {
  const byContract = kindsByName(kinds, text);
  if (byContract.length > 0) return byContract.includes(kind);
  const words = text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldText)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  const phrases = new Set(
    words.flatMap((word, at) => [
      word,
      `${word}${words[at + 1] ?? ''}`,
      `${word}${words[at + 1] ?? ''}${words[at + 2] ?? ''}`,
    ]),
  );
  const own = (name: string) => {
    let known = names.get(name);
    if (!known) {
      known = new Set((KIND_NAMES[name] ?? '').split(' | ').map(foldText));
      names.set(name, known);
    }
    return [...phrases]
      .filter((phrase) => known.has(phrase))
      .sort((one, other) => other.length - one.length)[0];
  };
  const found = own(kind.name);
  // The longest name counts: `product components` are components.
  return (
    found !== undefined &&
    kinds.every(({ name }) => name === kind.name || (own(name)?.length ?? 0) <= found.length)
  );
}

const skipped = new Set(SKIPPED.split(' | ').map(foldText));

export const isSkippedName = (sheet: string): boolean =>
  isInformational(sheet) || skipped.has(foldText(sheet));
