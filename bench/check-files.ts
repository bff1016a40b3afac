import { resolveEnvironment } from '../src/config/resolve-environment.ts';
import { loadMaps } from '../src/import/input/map-in-force.ts';
import { inspect } from '../src/import/inspect.ts';

/** The settings of a check without flags. */
export const SETTINGS = { family: null, batch: null, projectTypes: {}, strict: false } as const;

/** A file to read as a map file says. */
interface Mapped {
  readonly file: string;
  readonly map: string;
}

/** Checks files in `folder`; returns the number of records. Throws if there are errors, or changes without a map file. */
export async function checkFiles(files: readonly string[], folder: string, mapped?: Mapped): Promise<number> {
  const environment = await resolveEnvironment({ config: {}, file: null, folder }, {}, folder);
  const { signal } = new AbortController();
  const maps =
    mapped &&
    (await loadMaps({ files: [mapped.file], cwd: folder, flag: mapped.map, configured: undefined, signal }));
  const { ledger, groups, records } = await inspect({
    command: 'check',
    environment,
    env: {},
    settings: {
      ...SETTINGS,
      files,
      ...(maps && { maps }),
      interface: 'v2',
      only: [],
      sheets: new Map(),
      externalRefs: false,
      allowEmpty: false,
      stdin: process.stdin,
    },
    now: () => new Date(),
    signal,
    emit: () => {},
    options: '{}',
  });
  ledger.close();
  const { error, warning, fixed } = groups.counts();
  if (error + (mapped ? 0 : warning + fixed) > 0)
    throw new Error(`${error} errors, ${warning} warnings, ${fixed} changes`);
  return records;
}
