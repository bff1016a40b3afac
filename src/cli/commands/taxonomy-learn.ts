import { stateDir } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import type { Context } from '../../context.ts';
import { type Completion, merged, noCompletion } from '../../contract/completion.ts';
import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { type ClosedList, knownValues, LIST_VALUE } from '../../contract/list.ts';
import { ledgerToRead } from '../../import/ledger-state.ts';
import { wordsOf } from '../../import/report-parts.ts';
import { History } from '../../ledger/history.ts';
import { CUT } from '../../service/long-messages.ts';
import { foundRun, ledgerWords, targetsOf } from '../left.ts';
import { type Place, type PlaceOptions, placeOf } from './taxonomy-place.ts';

export interface LearnOptions extends PlaceOptions {
  readonly stateDir?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly input?: boolean;
}

/** `composition.0.material must be one of the following values: OTHER, COTTON` */
const ALLOWED = /^(?:\w+: )?(\S+) must be one of the following values:\s*(.+)$/s;

/** One that was cut where it was kept says so at its end; ledgers of before have some of this length. */
const isCutShort = (message: string): boolean => message.endsWith(CUT) || message.length === 2000;

/** The contract with the lists that the service told in its refusals of a run's rows; of the run's own environment. */
export async function learned(
  id: string,
  options: LearnOptions,
  context: Context,
): Promise<{ place: Place; after: Completion; notes: string[] }> {
  const loaded = await loadConfig(context.cwd, options.config, context.signal);
  const words = ledgerWords(options);
  using ledger = ledgerToRead(
    stateDir(loaded, options, context.cwd).value,
    context.env,
    words,
    targetsOf(loaded),
  );
  const run = foundRun(ledger, id, words);
  const place = await placeOf({ ...options, env: options.env ?? run.environment }, context);
  const generation = run.interface as InterfaceName;
  const kinds = place.contract(place.completion)[generation];
  const later = noCompletion();
  const notes: string[] = [];
  let told = 0;
  for (const { kind, messages } of new History(ledger, run.run).records()) {
    for (const message of wordsOf(messages)) {
      const [, where, text] = ALLOWED.exec(message) ?? [];
      const list = where === undefined ? undefined : listAt(kinds, kind, where);
      if (!list || text === undefined) continue;
      told += 1;
      const isCut = isCutShort(message);
      // A long list is whole in one row, and cut in the others.
      const before = later[generation].lists[list.name];
      if (before && (before.complete || isCut)) continue;
      const values = valuesIn(text, list, isCut);
      later[generation].lists[list.name] = isCut
        ? { values: [...new Set([...list.values, ...values])], complete: false, ...more(list, values) }
        : { values, complete: true };
    }
  }
  for (const [name, { complete }] of Object.entries(later[generation].lists)) {
    if (!complete)
      notes.push(`The message about ${name} was cut: its values are added, and the others stay.`);
  }
  if (told === 0) notes.push(`No row of run ${run.id} was refused with the values that are allowed.`);
  return { place, after: merged(place.completion, later), notes };
}

/** What else the list may hold. */
function more({ likely, doubtful }: ClosedList, values: readonly string[]) {
  const rest = (others: readonly string[] = []) => others.filter((value) => !values.includes(value));
  const [first, second] = [rest(likely), rest(doubtful)];
  return { ...(first.length > 0 && { likely: first }), ...(second.length > 0 && { doubtful: second }) };
}

/** The list of the field at a place of a body, items of arrays numbered. */
function listAt(kinds: readonly KindSpec[], kind: string, place: string): ClosedList | undefined {
  const wanted = place.replace(/\[(\d+)\]/g, '.$1').replace(/\.\d+(?=\.|$)/g, '');
  const spec = kinds.find(({ name }) => name === kind);
  const value = spec?.fields.find(({ path }) => path.replaceAll('[]', '') === wanted)?.value;
  return value?.type === 'choice' ? value.list : undefined;
}

/** The values of a message, commas between them; a known value that holds a comma stays whole. */
function valuesIn(text: string, list: ClosedList, isCut: boolean): string[] {
  const known = new Set(knownValues(list));
  const parts = text.split(',').map((part) => part.trim());
  if (isCut) parts.pop();
  const values: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let size = 1;
    for (let more = parts.length - at; more > 1; more--) {
      if (more < 6 && known.has(parts.slice(at, at + more).join(', '))) size = Math.max(size, more);
    }
    values.push(parts.slice(at, at + size).join(', '));
    at += size;
  }
  return [...new Set(values.filter((value) => LIST_VALUE.test(value)))];
}
