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

/** A file's name without folders and extension. */
export function stemOf(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '');
}

/** The kinds of which a name is the whole text, else those of which one is among its words. */
export function kindsByName(interfaceName: InterfaceName, text: string): readonly KindSpec[] {
  const kinds = kindsOf(interfaceName);
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
