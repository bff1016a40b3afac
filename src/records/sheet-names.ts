import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { foldText } from './text.ts';

const INFORMATIONAL = new Set(
  [
    ...[
      'Home',
      'Cover',
      'Read me',
      'Readme',
      'Instructions',
      'Help',
      'About',
      'Guide',
      'Guidelines',
      'Legend',
    ],
    ...[
      'Data Model',
      'Taxonomy',
      'Taxonomies',
      'Lists',
      'Values',
      'Dropdowns',
      'Change log',
      'Changelog',
      'Notes',
    ],
    ...[
      'Accueil',
      'Lisez-moi',
      'Lisez moi',
      'Listes',
      'Notice',
      "Mode d'emploi",
      'Aide',
      'Légende',
      'Sommaire',
    ],
    ...['Modèle de données', 'Taxonomie', 'Référentiel', 'Valeurs'],
  ].map(foldText),
);

/** Whether the name is one that people give to sheets for reading: `Home`, `Lisez-moi`, `Lists`. */
export function isInformational(sheet: string): boolean {
  return INFORMATIONAL.has(foldText(sheet));
}

/** The kinds that the sheet's name means; when it says nothing, those that the file's name means. */
export function kindsByName(interfaceName: InterfaceName, sheet: string, file: string): readonly KindSpec[] {
  const kinds = kindsOf(interfaceName);
  const bySheet = meant(kinds, sheet);
  if (bySheet.length > 0) return bySheet;
  const stem = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '');
  return meant(kinds, stem);
}

/** The kinds of which a name is the whole text, else those of which one is among its words. */
function meant(kinds: readonly KindSpec[], text: string): readonly KindSpec[] {
  const names = new Map(kinds.map((kind) => [kind, namesOf(kind)]));
  const whole = foldText(text);
  const exact = kinds.filter((kind) => names.get(kind)!.has(whole));
  if (exact.length > 0) return exact;
  const words = text.split(/[^\p{L}\p{M}]+/u).map(foldText);
  return kinds.filter((kind) => words.some((word) => names.get(kind)!.has(word)));
}

function namesOf(kind: KindSpec): ReadonlySet<string> {
  return new Set([kind.name, kind.plural, ...kind.sheetNames].map(foldText));
}
