import { interfaceOf } from '../../records/recognise.ts';
import type { ReadContext } from './read-context.ts';
import { chosenKind } from './read-file.ts';
import { firstRowsOf, recogniseFirst } from './recognise-first.ts';
import { contractIn, type InputSettings, kindsIn } from './settings.ts';
import type { Sources } from './sources.ts';

type Input = Pick<ReadContext, 'settings' | 'signal'>;

/**
 * The settings with the interface of the input: the one that is set, else that of the first sheet that is recognised. The
 * file with this sheet stays open, to be read.
 */
export async function withInterface({ settings, signal }: Input, sources: Sources): Promise<InputSettings> {
  let found: InputSettings = settings;
  try {
    for (const file of settings.interfaceBySheets ? settings.files : []) {
      const source = await sources.open(file, { settings, signal }, () => {});
      if (!source) continue;
      for (const sheet of source.sheets) {
        const asKind = chosenKind(settings.sheets, kindsIn(found), source, sheet);
        if (asKind === 'skip' || (sheet.hidden && asKind === undefined)) continue;
        const rows = await firstRowsOf(sheet.rows(() => {}));
        const detected = asKind ? undefined : interfaceOf(rows, contractIn(settings));
        if (detected) found = { ...settings, interface: detected };
        const { map } = await recogniseFirst(found, { source, sheet, asKind, mapped: undefined }, rows);
        if (map) return found;
      }
      await source.close();
    }
  } catch {
    // Reading the input ends with the same error, and reports it.
  } finally {
    sources.rewind();
  }
  return found;
}
