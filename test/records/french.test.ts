import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { V2Kind } from '../../src/contract/registry.ts';
import { kindText, useLanguage } from '../../src/say.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { readCell, readSheet } from './sheet.ts';

beforeEach(() => useLanguage('fr'));
afterEach(() => useLanguage('en'));

/** The findings of a cell, with ordinary spaces instead of no-break ones. */
const found = (kind: V2Kind, header: string, cell: Cell) =>
  readCell(kind, header, cell).findings.map(({ message, suggestion }) =>
    (suggestion === undefined ? message : `${message} → ${suggestion}`).replaceAll('\u00a0', ' '),
  );

describe('in French, a finding of a cell', () => {
  const START = 'certifications.1.date_start';
  test.each<[V2Kind, string, Cell, ...texts: string[]]>([
    [
      'supplier',
      'name',
      'Zak³ad',
      '"Zak³ad" contient "³" à l’intérieur d’un mot, ce qui suggère un mauvais encodage → corrigez le texte, ou enregistrez de nouveau le fichier en UTF-8 depuis une source où le texte est correct ; pour l’envoyer tel quel : --severity text-damaged=warning',
    ],
    [
      'supplier',
      'supplierRef',
      'СOTTON',
      '"СOTTON" contient la lettre cyrillique "С" (U+0421) à la place de la lettre latine "C" → retapez le texte ; pour l’envoyer tel quel : --severity reference-letters=warning',
    ],
    [
      'supplier',
      'supplierRef',
      'janv-26',
      '"janv-26" ressemble à une référence qu’un tableur a transformée en date → corrigez-la dans une colonne au format texte',
    ],
    [
      'supplier',
      'supplierRef',
      1e21,
      '1e+21 a plus de chiffres qu’un tableur n’en conserve : les derniers sont perdus',
    ],
    [
      'supplier',
      'name',
      'TBD',
      '"TBD" n’est pas une valeur, mais une mention à compléter → saisissez la valeur, ou laissez la cellule vide',
    ],
    ['supplier', 'name', 'A\u200b', '"A\u200b" → "A" (caractère invisible supprimé : U+200B)'],
    ['supplier', 'address.country', 'Congo', '"Congo" est ambigu : CG (Brazzaville) ou CD (Kinshasa)'],
    [
      'supplier',
      'address.country',
      'na',
      '"na" peut désigner la Namibie ou signifier « non applicable » → écrivez Namibie, ou laissez la cellule vide',
    ],
    ['supplier', 'address.country', 'FR / IT', '"FR / IT" désigne deux pays, FR et IT'],
    ['supplier', START, '01/2026', '"01/2026" est un mois, sans le jour → AAAA-MM-JJ'],
    [
      'supplier',
      START,
      '01/12/2026',
      '"01/12/2026" → 2026-12-01 (jour en premier)',
      '"01/12/2026" peut signifier 2026-12-01 ou 2026-01-12 ; la date est lue avec le jour en premier → indiquez --date-order day-first ou --date-order month-first',
    ],
    [
      'product',
      'weight',
      '1,250',
      '"1,250" peut signifier 1250 ou 1,25 → --decimal . pour 1250, --decimal "," pour 1,25',
    ],
    [
      'product',
      'weight (milliers)',
      3,
      'l’en-tête "weight (milliers)" contient "milliers", que trace ne comprend pas ; l’unité du champ est g → convertissez les valeurs en g et écrivez (g) dans l’en-tête, ou ignorez la colonne : --ignore-columns "weight (milliers)"',
    ],
    ['product', 'producedQuantity', 'deux', '"deux" n’est pas un nombre (unité : pièces)'],
    ['product', 'producedQuantity', 2.5, '"2,5" n’est pas un nombre entier de pièces ; envoyé comme 2,5'],
    [
      'component',
      'Poids (kg)',
      3,
      '3 × 1000 → 3000, car l’en-tête nomme l’unité',
      'envoyé comme 3000 : l’interface ne documente pas l’unité, trace suppose g',
    ],
    [
      'component',
      'Composition',
      'corps: 100% coton; doublure: 100% laine',
      'la cellule décrit 2 parties : "corps", "doublure" ; un composant a une seule composition → faites de chaque partie un composant distinct',
    ],
    [
      'packaging',
      'percentageRecycled',
      0.8,
      '"0,8" peut signifier 0,8 % ou, en tant que fraction, 80 % → écrivez "80 %" ou "0,8 %"',
    ],
    ['supplier', 'name', true, 'une cellule oui/non → "TRUE"'],
  ])('of a %s below "%s" with %j is a French sentence', (kind, header, cell, ...texts) => {
    expect(found(kind, header, cell)).toEqual(texts);
  });
});

test('in French, a finding of a header names the column and what to do', () => {
  const { findings } = readSheet('supplier', ['supplierRef', 'name', 'Nom', 'Cote'], [['r', 'a', 'b', 'c']]);
  const told = findings.map(({ code, message, suggestion }) => `${code}: ${message} → ${suggestion}`);
  expect(told.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'header-duplicate: les colonnes B ("name") et C ("Nom") correspondent toutes les deux à name → renommez ou supprimez l’une des deux',
    'header-missing: le champ category est obligatoire pour le type fournisseur, mais aucune colonne ne le contient → ajoutez une colonne category ou Activité',
    'header-unknown: le type fournisseur n’a pas de champ nommé "Cote" : sa valeur serait perdue → donnez à la colonne le nom de son champ, ou ignorez-la : --ignore-columns Cote, ou dans trace.config.yaml : ignoreColumns: ["Cote"] ; pour faire correspondre les colonnes d’un autre système : trace map batch.xlsx',
  ]);
});

test('in French, a kind has its French name', () => {
  const texts = [kindText('purchased-item'), kindText('component', 2), kindText('toString')];
  expect(texts).toEqual(['article acheté', 'composants', 'toString']);
});
