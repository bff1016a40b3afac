/** Words in the names of sheets and files of other systems, by kind. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
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
export const SKIPPED =
  'summary | synthèse | résumé | übersicht | inhalt | inhaltsverzeichnis | deckblatt | legende | anleitung | hinweise | listen | riepilogo | copertina | istruzioni | legenda | elenchi | resumen | índice | portada | instrucciones | leyenda | listas | resumo | capa | instruções | pivot | tcd | paramètres | parameters | parameter | settings | config | log | options | drop down | dropdown | menu | menus | page de garde | couverture | versions | historique';
