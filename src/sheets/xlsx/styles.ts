import { numberText, say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Archive } from './archive.ts';
import { builtInFormat, formatOfCode, type NumberFormat } from './number-format.ts';
import { readXml } from './read-xml.ts';
import { CLOSE, OPEN } from './xml.ts';

/** Maximum number of cell formats; spreadsheets allow about 65,000. */
const MAX_FORMATS = 1_000_000;

/** Number formats, by index of the cell style. */
export type Styles = readonly NumberFormat[];

/** Reads the cell formats from the styles part. */
export async function stylesOf(archive: Archive, part: string | undefined): Promise<Styles> {
  if (part === undefined || !archive.has(part)) return [];
  const custom = new Map<number, NumberFormat>();
  const ids: number[] = [];
  // `xf` and `numFmt` also occur in lists of other styles.
  let list = '';
  await readXml(archive, part, (token, xml) => {
    if (token === CLOSE && xml.depth === 1) list = '';
    if (token !== OPEN) return;
    if (Math.max(ids.length, custom.size) > MAX_FORMATS)
      throw new Damage(say().damaged.formats({ part, most: numberText(MAX_FORMATS) }));
    if (xml.depth === 2) list = xml.name;
    else if (xml.depth === 3 && list === 'numFmts' && xml.name === 'numFmt') {
      custom.set(
        Number(xml.attributes.get('numFmtId')),
        formatOfCode(xml.attributes.get('formatCode') ?? ''),
      );
    } else if (xml.depth === 3 && list === 'cellXfs' && xml.name === 'xf') {
      ids.push(Number(xml.attributes.get('numFmtId') ?? 0));
    }
  });
  return ids.map((id) => custom.get(id) ?? builtInFormat(id));
}
