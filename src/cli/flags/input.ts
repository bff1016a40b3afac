import { resolve } from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { fromHome } from '../../config/home.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import type { Config } from '../../config/schema.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { findKind, interfaceNamed, kindsOf, kindWords } from '../../contract/registry.ts';
import { flagError, usage } from '../../errors.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { changeFault, type Severities, type SeverityChange } from '../../findings/severity.ts';
import { loadMaps, namedByMaps } from '../../import/input/map-in-force.ts';
import { contractOf, type InputSettings } from '../../import/input/settings.ts';
import { nearestSentence } from '../../nearest.ts';
import { parseHeaderList } from '../../records/header-list.ts';
import { headerKey } from '../../records/headers.ts';
import { orText, say } from '../../say.ts';
import { LIMIT_NAMES, parseLimit } from '../../sheets/limits.ts';
import type { Limits } from '../../sheets/source.ts';
import type { Session } from '../command.ts';
import { contractFlags, type InputOptions } from './input-flags.ts';

/**
 * Resolves the environment and the input settings from flags and configuration.
 *
 * @throws TraceError for invalid values
 */
export async function inputOf(
  files: readonly string[],
  options: InputOptions & { readonly offline?: boolean },
  { context }: Pick<Session, 'context'>,
): Promise<{ environment: Environment; settings: InputSettings }> {
  const { config, token } = context.given ?? {};
  const loaded = await loadConfig(context.cwd, options.config, context.signal, config);
  const environment = await resolveEnvironment(loaded, { ...options, token }, context.cwd);
  const isDefault = environment.interface.from === 'default';
  const named = files.map((file) =>
    file === '-' ? file : shortest(resolve(context.cwd, file), file, context.cwd),
  );
  const maps = await loadMaps({
    files: named,
    cwd: context.cwd,
    flag: options.map,
    configured: mapOf(loaded, environment.name),
    signal: context.signal,
  });
  const mapped = namedByMaps(maps);
  const interfaceName = isDefault
    ? (mapped.interface ?? interfaceOfKinds(options, mapped.kinds))
    : environment.interface.value;
  const kindNames = kindsOf(interfaceName).flatMap((kind) => [kind.plural, kind.name]);
  const words = kindWords(interfaceName);
  const kind = (flag: string, name: string) => {
    const found = findKind(interfaceName, name);
    if (found) return found.name;
    throw usage(
      'kind-unknown',
      say().usage.kind({ flag, name, near: nearestSentence(name, [...words, ...kindNames]) }),
      say().usage.kinds({ names: words.join(', ') }),
    );
  };
  if (options.dataCollection && interfaceName === 'v2') {
    throw usage('flags-exclude', say().usage.collectionInterface(), say().usage.collectionRemedy());
  }
  const names = namedColumns('--ignore-columns', options.ignoreColumns);
  const extra = namedColumns('--extra-columns', options.extraColumns);
  refuseEmpty('--batch', options.batch);
  refuseEmpty('--only', options.only);
  if (files.filter((file) => file === '-').length > 1) throw flagError(say().usage.stdinOnce());
  const sheets = new Map<string, string>();
  const typedSheets = new Map<string, string>();
  for (const pair of options.sheet ?? []) {
    const at = pair.lastIndexOf('=');
    if (at < 1) throw flagError(say().usage.sheet({ pair }));
    const value = pair.slice(at + 1).trim();
    // Not trimmed, because a workbook may have a sheet "A" and a sheet "A ".
    const name = pair.slice(0, at).toLowerCase();
    sheets.set(name, value.toLowerCase() === 'skip' ? 'skip' : kind('--sheet', value));
    typedSheets.set(name, pair);
  }
  const delimiter =
    options.delimiter === undefined
      ? undefined
      : options.delimiter.toLowerCase() === 'tab' || options.delimiter === '\\t'
        ? '\t'
        : options.delimiter;
  // Workbooks have no encoding, but a wrong name is a mistake for them too.
  if (options.encoding !== undefined)
    await (await import('../../sheets/encoding.ts')).requireEncoding(options.encoding);
  requireOneOf('--delimiter', delimiter, [';', ',', '\t', '|']);
  requireOneOf('--decimal', options.decimal, [',', '.']);
  requireOneOf('--date-order', options.dateOrder, ['day-first', 'month-first']);
  return {
    environment,
    settings: {
      files: named,
      interface: interfaceName,
      interfaceBySheets: isDefault && interfaceName === 'v2' && maps.size === 0,
      contract: contractOf(environment),
      place: contractFlags(options),
      collection: options.dataCollection === true,
      update: options.update === true,
      family: environment.family.value,
      projectTypes: environment.projectTypes,
      batch: options.batch?.trim() ?? null,
      defaultBatch: environment.batch.value,
      only: (options.only ?? '')
        .split(',')
        .filter((name) => name.trim() !== '')
        .map((name) => kind('--only', name.trim())),
      sheets,
      typedSheets,
      strict: options.strict === true,
      severities: severitiesOf(loaded.config, options.severity ?? []),
      ignore: {
        names: new Set([...(loaded.config.ignoreColumns ?? []), ...names].map(headerKey)),
        unknown: options.ignoreUnknownColumns === true,
        flagged: names,
      },
      maps,
      extra: {
        names: new Set([...(loaded.config.extraColumns ?? []), ...extra].map(headerKey)),
        flagged: extra,
      },
      externalRefs: options.externalRefs === true,
      allowEmpty: options.allowEmpty === true,
      ...(options.encoding ? { encoding: options.encoding } : {}),
      ...(delimiter ? { delimiter } : {}),
      ...(options.decimal ? { decimal: options.decimal as ',' | '.' } : {}),
      ...(options.dateOrder ? { dateOrder: options.dateOrder as 'day-first' | 'month-first' } : {}),
      ...(options.fileLimit ? { limits: limitsOf(options.fileLimit) } : {}),
      // Node opens standard input at its first use.
      stdin: { [Symbol.asyncIterator]: () => context.stdin[Symbol.asyncIterator]() },
    },
  };
}

/** The headers in the values of a flag. */
function namedColumns(name: string, values: readonly string[] | undefined): string[] {
  if (values === undefined) return [];
  const value = values.join(',');
  const names = parseHeaderList(value);
  if (names !== undefined && names.length > 0) return names;
  throw flagError(
    names === undefined
      ? say().usage.headersQuote({ flag: name, value })
      : say().usage.headersEmpty({ flag: name, value }),
    say().usage.headersHow(),
  );
}

/** The severities of the configuration and of `--severity`; the flag has priority. */
function severitiesOf(config: Config, pairs: readonly string[]): Severities {
  const severities = new Map(Object.entries(config.severity ?? {})) as Map<FindingCode, SeverityChange>;
  for (const pair of pairs) {
    const [code = '', to = ''] = pair.split('=').map((part) => part.trim());
    const fault = changeFault(code, to);
    if (fault) throw flagError(say().usage.severity({ pair, why: fault.why }), fault.hint);
    severities.set(code as FindingCode, to as SeverityChange);
  }
  return severities;
}

/**
 * The path of the map file in the configuration: the one set for the environment, else the one set for all
 * environments.
 */
function mapOf({ config, folder }: LoadedConfig, environment: string): string | undefined {
  const path = config.environments?.[environment]?.map ?? config.map;
  return path === undefined ? undefined : resolve(folder, fromHome(path));
}

/** The interface that the flags and the map files imply: v3 if they name a kind that exists only in v3. */
function interfaceOfKinds(
  { only = '', sheet = [], dataCollection }: InputOptions,
  mapped: readonly string[],
): InterfaceName {
  if (dataCollection) return 'v3';
  return interfaceNamed([
    ...mapped,
    ...only.split(','),
    ...sheet.map((pair) => pair.slice(pair.lastIndexOf('=') + 1)),
  ]);
}

function limitsOf(pairs: readonly string[]): Partial<Limits> {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const pair of pairs) {
    const parsed = parseLimit(pair);
    if (!parsed)
      throw flagError(say().usage.limitForm({ pair }), say().usage.limits({ names: LIMIT_NAMES.join(', ') }));
    if (!parsed.limit)
      throw flagError(
        say().usage.limitUnknown({
          pair,
          name: parsed.name,
          near: nearestSentence(parsed.name, LIMIT_NAMES),
        }),
        say().usage.limits({ names: LIMIT_NAMES.join(', ') }),
      );
    limits[parsed.limit] = parsed.value;
  }
  return limits;
}

/**
 * The path as typed if it names the same file when read from the current folder of the process, else the absolute path.
 */
function shortest(absolute: string, named: string, cwd: string): string {
  return cwd === process.cwd() ? named : absolute;
}

/** Rejects an empty value: it usually comes from an unset shell variable, and must not mean "all" or "none". */
function refuseEmpty(flag: string, value: string | undefined): void {
  if (value === undefined || value.replace(/[\s,]/g, '') !== '') return;
  throw flagError(say().usage.empty({ flag, value }));
}

function requireOneOf(flag: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  // A value of one sign is quoted. If a comma is one of the values, `or` separates them instead of commas.
  const named = allowed.map((name) => (name === '\t' ? 'tab' : /^\W$/.test(name) ? `"${name}"` : name));
  const names = allowed.includes(',') ? orText(named) : named.join(', ');
  throw flagError(say().usage.oneOf({ flag, value, names }));
}
