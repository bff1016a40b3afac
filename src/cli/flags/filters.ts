import { command } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { type Context, write } from '../../context.ts';
import { LANGUAGES, type Language, STUDY_STATES } from '../../contract/v2/study-lists.ts';
import { flagError, usage } from '../../errors.ts';
import { openForReading } from '../../import/state/move-records.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Filters, Selection } from '../../read/export/selection.ts';
import { say } from '../../say.ts';
import { foundRun } from '../run/earlier-run.ts';
import { type OptionsOf, shared } from './help.ts';

export const LIST_FLAGS = [shared('search'), shared('limit')] as const;

export const SORT_FLAGS = [shared('sortBy'), ['--desc', 'desc']] as const;

/** The values of the flags that sort a list. */
export type SortOptions = OptionsOf<typeof SORT_FLAGS>;

export const sortOf = ({ sortBy, desc }: SortOptions) => ({
  ...(sortBy !== undefined && { sortBy }),
  ...(desc && { sortDesc: true }),
});

export const FILTER_FLAGS = [
  ['--collection <name>', 'collection'],
  ['--product-ref <ref>', 'productRef', { variable: false }],
  ['--color <code>', 'color'],
  ['--state <names>', () => say().helpFlags.state({ names: STUDY_STATES.join(', ') })],
  ['--batch <name>', 'sentBatch', { variable: false }],
  ['--run <id>', 'sentRun'],
  ['--since <date>', 'since'],
] as const;

export const LANG_FLAG = [
  '--data-lang <names>',
  () => say().helpFlags.dataLang({ names: LANGUAGES.join(',') }),
] as const;

/** The values of the flags that select studies or products. */
export type FilterOptions = OptionsOf<
  readonly [...typeof FILTER_FLAGS, ...typeof LIST_FLAGS, typeof LANG_FLAG]
>;

/**
 * The selection that the flags describe, with the products that the ledger contains.
 *
 * @throws TraceError usage for flags that contradict each other, and for a batch or run that the ledger does not have
 */
export function selectionOf(
  subject: string,
  ids: readonly string[],
  options: FilterOptions,
  environment: Environment,
  context: Pick<Context, 'env' | 'now'>,
): Selection {
  const filters: Filters = {
    collection: nonEmpty('--collection', options.collection),
    productRef: nonEmpty('--product-ref', options.productRef),
    // An empty colour selects products without a colour.
    color: options.color?.trim() === '' ? '' : options.color,
    states: namesIn('--state', options.state?.toUpperCase(), STUDY_STATES),
  };
  const sent = sentFor(options, environment, context);
  const search = nonEmpty('--search', options.search);
  const selecting = [
    ...(['collection', 'productRef', 'color', 'state', 'search'] as const).filter(
      (name) => options[name] !== undefined,
    ),
    ...(sent === null ? [] : ['batch']),
  ];
  if (ids.length > 0 && selecting.length > 0) {
    throw usage('flags-exclude', say().usage.idsOrFilters());
  }
  if (sent !== null && search !== undefined) {
    throw usage('flags-exclude', say().usage.searchOrLedger());
  }
  const limit = limitOf(options.limit);
  return {
    subject,
    // References are pasted from cells, with spaces around them; trace sends none.
    ids: [...new Set(ids.map((id) => nonEmpty('ids', id)!.trim()))],
    sent,
    filters,
    ...(search !== undefined && { search }),
    ...(limit !== undefined && { limit }),
    languages: languagesIn(options.dataLang),
    place: ['--env', environment.name, ...environment.place],
  };
}

/** The languages in `--data-lang`, each once, in the order of the interface; all languages without the flag. */
export function languagesIn(text: string | undefined): readonly Language[] {
  const named = namesIn('--data-lang', text?.toLowerCase(), LANGUAGES);
  return named.length === 0 ? LANGUAGES : LANGUAGES.filter((language) => named.includes(language));
}

export function namesIn(flag: string, text: string | undefined, known: readonly string[]): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  if (text !== undefined && given.length === 0) nonEmpty(flag, '');
  for (const name of given) {
    if (known.includes(name)) continue;
    throw flagError(
      say().usage.unknownValue({ flag, value: name, near: nearestSentence(name, known) }),
      say().usage.use({ names: known.join(', ') }),
    );
  }
  return given;
}

/** Warns if TRACE_LIMIT limits a list: the user did not type it, so missing items would go unnoticed. */
export async function noteLimit(
  limit: string | undefined,
  { env, stderr }: Pick<Context, 'env' | 'stderr'>,
): Promise<void> {
  if (limit === undefined || env.TRACE_LIMIT !== limit) return;
  await write(stderr, `${say().usage.limitSet({ limit })}\n`);
}

export function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw flagError(say().usage.fromOne({ flag: '--limit', value: text }));
}

/** The value of a flag. Throws if it is empty: an unset shell variable must not select everything. */
export function nonEmpty(flag: string, value: string | undefined): string | undefined {
  if (value === undefined || value.trim() !== '') return value;
  throw flagError(say().usage.empty({ flag, value }));
}

/** The products that `--batch`, `--run` and `--since` select from the ledger; null without these flags. */
function sentFor(
  options: FilterOptions,
  environment: Environment,
  { env, now }: Pick<Context, 'env' | 'now'>,
): readonly SentProduct[] | null {
  const batch = nonEmpty('--batch', options.batch)?.trim();
  const { run: runId, since } = options;
  if (batch === undefined && runId === undefined && since === undefined) return null;
  const after = since === undefined ? undefined : momentOf(since);
  const known = openForReading(environment, env, now());
  if (known === null) {
    throw usage(
      'ledger-missing',
      say().usage.nothingImported({ environment: environment.name }),
      say().usage.nothingImportedHow(),
    );
  }
  using ledger = known.ledger;
  const { target } = known;
  const run = runId === undefined ? undefined : foundRun(ledger, runId, environment.place);
  if (run && run.target !== target) {
    throw usage(
      'run-elsewhere',
      say().usage.runElsewhere({ run: run.id, target: run.target, other: target }),
      say().usage.runElsewhereHow({ command: command('runs', 'list', ...environment.place) }),
    );
  }
  const filter = { target, interface: 'v2', batch, run: run?.run, since: after };
  const products = ledger.sentRecords.products(filter);
  if (products.length > 0 || batch === undefined) return products;
  const batches = ledger.sentRecords.batches(target);
  if (batches.includes(batch)) return products;
  throw usage(
    'batch-unknown',
    say().usage.batchUnknown({ environment: environment.name, batch, near: nearestSentence(batch, batches) }),
    batches.length === 0
      ? say().usage.batchUnknownHow({ command: command('runs', 'list', ...environment.place) })
      : say().usage.batches({ names: batches.slice(0, 10).join(', ') }),
  );
}

/** A day or a time in ISO 8601, UTC. */
function momentOf(text: string): string {
  const given = text.trim();
  const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(given) ? `${given}Z` : given;
  const known = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(zoned);
  const moment = new Date(known ? zoned : Number.NaN);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  throw flagError(say().usage.since({ value: text }));
}
