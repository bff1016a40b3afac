import type { Context } from '../../context.ts';
import { merged, noCompletion } from '../../contract/completion.ts';
import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { type ClosedList, knownValues, LIST_VALUE } from '../../contract/list.ts';
import { messageTexts } from '../../import/report/report-parts.ts';
import { say } from '../../say.ts';
import { ELLIPSIS } from '../../service/error-body.ts';
import { type OptionsOf, shared } from '../flags/help.ts';
import { foundRun, openLedger, placeFlagsOf } from '../run/earlier-run.ts';
import { CONTRACT_FLAGS, type ContractUpdate, contractOfEnvironment } from './taxonomy-environment.ts';

export const LEARN_FLAGS = [
  ...[...CONTRACT_FLAGS, shared('stateDir'), shared('dryRun')],
  ['--yes', 'learnYes', { variable: false }],
  ['--no-input', 'noInput'],
] as const;
export type LearnOptions = OptionsOf<typeof LEARN_FLAGS>;

/** `composition.0.material must be one of the following values: OTHER, COTTON` */
const ALLOWED = /^(?:\w+: )?(\S+) must be one of the following values:\s*(.+)$/s;

/**
 * Whether the message was truncated. Ledgers of earlier versions have truncated messages of this length without a mark.
 */
const isTruncated = (message: string): boolean => message.endsWith(ELLIPSIS) || message.length === 2000;

/** Adds to the contract of the run's environment the lists of values that the service named when it rejected rows. */
export async function addLists(id: string, options: LearnOptions, context: Context): Promise<ContractUpdate> {
  using ledger = await openLedger(options, context);
  const run = foundRun(ledger, id, placeFlagsOf(options));
  const environment = await contractOfEnvironment(
    { ...options, env: options.env ?? run.environment },
    context,
  );
  const generation = run.interface as InterfaceName;
  const kinds = environment.contract(environment.completion)[generation];
  const later = noCompletion();
  const notes: string[] = [];
  let messagesWithValues = 0;
  for (const { kind, messages } of ledger.history(run.run).records()) {
    for (const message of messageTexts(messages)) {
      const [, where, text] = ALLOWED.exec(message) ?? [];
      const list = where === undefined ? undefined : listAt(kinds, kind, where);
      if (!list || text === undefined) continue;
      messagesWithValues += 1;
      const truncated = isTruncated(message);
      // The service may name a long list several times; only the first message is stored whole.
      const before = later[generation].lists[list.name];
      if (before && (before.complete || truncated)) continue;
      const values = valuesIn(text, list, truncated);
      later[generation].lists[list.name] = truncated
        ? { values: [...new Set([...list.values, ...values])], complete: false, ...uncertain(list, values) }
        : { values, complete: true };
    }
  }
  for (const [name, { complete }] of Object.entries(later[generation].lists)) {
    if (!complete) notes.push(say().taxonomy.truncated({ name }));
  }
  if (messagesWithValues === 0) notes.push(say().taxonomy.noMessages({ run: run.id }));
  return { environment, after: merged(environment.completion, later), notes };
}

/** The likely and doubtful values of a list that are not in `values`, because those are now certain. */
function uncertain({ likely, doubtful }: ClosedList, values: readonly string[]) {
  const rest = (others: readonly string[] = []) => others.filter((value) => !values.includes(value));
  const [first, second] = [rest(likely), rest(doubtful)];
  return { ...(first.length > 0 && { likely: first }), ...(second.length > 0 && { doubtful: second }) };
}

/** The list of the field at a path of a body, such as `composition.0.material`. */
function listAt(kinds: readonly KindSpec[], kind: string, fieldPath: string): ClosedList | undefined {
  const listPath = fieldPath.replace(/\[(\d+)\]/g, '.$1').replace(/\.\d+(?=\.|$)/g, '');
  const spec = kinds.find(({ name }) => name === kind);
  const value = spec?.fields.find(({ path }) => path.replaceAll('[]', '') === listPath)?.value;
  return value?.type === 'choice' ? value.list : undefined;
}

/** The values in a message, separated by commas. A known value may contain commas itself. */
function valuesIn(text: string, list: ClosedList, isTruncated: boolean): string[] {
  const known = new Set(knownValues(list));
  const parts = text.split(',').map((part) => part.trim());
  if (isTruncated) parts.pop();
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
