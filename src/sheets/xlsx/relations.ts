import { numberText, say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';
import { OPEN } from './xml.ts';

/** Maximum number of relations of a part. */
const MAX_RELATIONS = 20_000;

/** A relation of a part to another part. */
export interface Relation {
  readonly id: string;
  /** The last word of its type (`worksheet`, `sharedStrings`), which is the same in both namespaces of OOXML. */
  readonly kind: string;
  /** Name of the other part. */
  readonly target: string;
}

/** The relations of a part, or of the whole package if `part` is empty; empty if the archive has no list of them. */
export async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = folderOf(part);
  const list = relationsPartOf(part);
  if (!archive.has(list)) return [];
  const relations: Relation[] = [];
  await readXml(archive, list, (token, xml) => {
    if (token !== OPEN || xml.name !== 'Relationship' || xml.attributes.get('TargetMode') === 'External')
      return;
    const type = xml.attributes.get('Type') ?? '';
    if (relations.length >= MAX_RELATIONS)
      throw new Damage(say().damaged.relations({ part: list, most: numberText(MAX_RELATIONS) }));
    relations.push({
      id: xml.attributes.get('Id') ?? '',
      kind: type.slice(type.lastIndexOf('/') + 1),
      target: partName(archive, folder, xml.attributes.get('Target') ?? ''),
    });
  });
  return relations;
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

/** The part with the list of the relations of a part. */
export function relationsPartOf(part: string): string {
  const folder = folderOf(part);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}

/** The workbook part, from the relations of the package, else the usual one; undefined if the archive has none. */
export async function workbookPartOf(archive: Archive): Promise<string | undefined> {
  const relations = await relationsOf(archive, '');
  const main = relations.find(({ kind }) => kind === 'officeDocument')?.target;
  return [main, 'xl/workbook.xml'].find((part) => part !== undefined && archive.has(part));
}

/** Resolves a target relative to a folder. `..` cannot lead out of the archive. */
function partName(archive: Archive, folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  const name = steps.join('/');
  if (archive.has(name) || !name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
