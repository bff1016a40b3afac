import { resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand, operands } from '../../advice.ts';
import { colorLevel, write, writeAll } from '../../context.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { EXIT_CODES, usage } from '../../errors.ts';
import { compareRecords } from '../../import/compare/compare-records.ts';
import { readShown } from '../../import/compare/read-shown.ts';
import { contractOf } from '../../import/input/settings.ts';
import { type Inspection, ledgerToInspect } from '../../import/inspect.ts';
import { importFirst } from '../../import/state/ledger-faults.ts';
import { targetOf } from '../../import/state/target.ts';
import { say } from '../../say.ts';
import { noTotals } from '../../send/push/outcome.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, SETTINGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { environmentFlags, withOpenService } from '../read/open.ts';
import { readToCompare } from '../run/inspecting.ts';
import { requireListPath, writeList } from '../run/list-file.ts';
import {
  COMPARE_SHEET,
  CompareCounts,
  compareJson,
  compareLines,
  compareRows,
} from '../view/compare-view.ts';
import { briefFindingLines } from '../view/findings.ts';
import { colors, verdictText } from '../view/sentences.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';

const FLAGS = [
  ['--out <file>', 'compareOut', { variable: false }],
  shared('force', 'forceFile'),
  shared('json', 'comparison'),
  ...[TRUST_FLAG, SETTINGS.rate, SETTINGS.concurrency, SETTINGS.timeout],
] as const;

type CompareOptions = InputOptions & OptionsOf<typeof FLAGS>;

export function define(command: Command, session: Session): void {
  inputFlags(command, 'records', 'optional');
  flags(command, FLAGS);
  command.action(async (files: string[], options: CompareOptions) => {
    const own = ['--rate', '--concurrency', '--timeout'];
    const invocation = invocationOf(namedFiles(files, session.context.cwd), command, own);
    session.exit(await runCompare(invocation, options, session));
  });
}

async function runCompare(
  invocation: Invocation,
  options: CompareOptions,
  session: Session,
): Promise<number> {
  const { stdout, stderr, cwd, now } = session.context;
  const level = colorLevel(session.context);
  const { out, force = false } = options;
  if (out !== undefined) requireListPath(out);
  const input = await inputOf(invocation.files, options, session);
  const { environment } = input;
  const { ledger, run, interface: name, errors } = await soughtBy(input, invocation, session);
  using _ = ledger;
  const comparison = ledger.comparison(run, targetOf(environment), name);
  const named = new Set(comparison.kinds());
  const kinds = contractOf(environment)[name].filter((kind) => named.has(kind.name));
  const gaps = await withOpenService(
    options,
    session,
    ({ reads, listener }) =>
      readShown(comparison, kinds, reads, (listed) => listener.on({ type: 'listing', nouns: NOUNS, listed })),
    name,
  );
  const records = () =>
    compareRecords({
      ...{ comparison, kinds, gaps, now: now(), place: environmentFlags(environment) },
      absence: environment.absence.value,
    });
  if (out !== undefined) await writeList(resolve(cwd, out), COMPARE_SHEET, compareRows(records()), force);
  const counts = new CompareCounts(kinds);
  const exitCode = () => EXIT_CODES[counts.differences > 0 ? 'rows' : errors > 0 ? 'invalid' : 'done'].code;
  if (options.json) {
    const head = { environment: environment.name, interface: name, exitCode };
    await writeAll(stdout, compareJson(records(), counts, head));
  } else {
    for (const line of compareLines(records(), counts, level, terminalWidth(stdout)))
      await write(stdout, `${line}\n`);
  }
  if (out !== undefined) await write(stderr, lineFor(stderr, say().compared.written({ path: out })));
  const again = (verb: string, ...more: readonly string[]) =>
    advised(
      verb,
      ...operands(invocation.files.map(fileOperand), [
        ...invocation.flags,
        ...['--env', environment.name, ...more],
      ]),
    );
  const lists = counts.differences > 0 && out === undefined;
  const next = lists ? again('compare', '--out', 'compared.csv') : errors > 0 ? again('check') : null;
  const text = counts.verdict(environment.name);
  const verdict = { type: 'verdict', exitCode: exitCode(), totals: noTotals(), text, next } as const;
  await write(stderr, `${verdictText(verdict, colors(level), terminalWidth(stderr))}\n`);
  session.info.reported = true;
  return exitCode();
}

const NOUNS = { one: 'record', many: 'records' };

/** The records to compare, in a temporary stage that the caller closes. */
interface Sought extends Pick<Inspection, 'ledger' | 'interface'> {
  /** Null for the records of the ledger. */
  readonly run: number | null;
  /** Number of errors in the input. */
  readonly errors: number;
}

/** Reads the files or, without files, opens the ledger. */
async function soughtBy(
  input: Awaited<ReturnType<typeof inputOf>>,
  invocation: Invocation,
  session: Session,
): Promise<Sought> {
  const { env, stderr, signal } = session.context;
  const { environment } = input;
  if (invocation.files.length === 0) {
    const ledger = ledgerToInspect({ environment, env, command: 'plan' });
    const known = (name: InterfaceName) => ledger?.sentRecords.recordsOf(targetOf(environment), name) != null;
    const isV3 = environment.interface.from === 'default' && !known('v2');
    const name = isV3 ? 'v3' : environment.interface.value;
    if (ledger !== null && known(name)) return { ledger, run: null, interface: name, errors: 0 };
    ledger?.close();
    const message = say().compared.noLedger({ environment: environment.name });
    throw usage('ledger-missing', message, importFirst(environmentFlags(environment)));
  }
  const inspection = await readToCompare(input, invocation, session);
  const { findingGroups } = inspection;
  const lines = briefFindingLines(
    findingGroups.groups(),
    colors(colorLevel(session.context)),
    terminalWidth(stderr),
  );
  for (const line of lines) await write(stderr, `${line}\n`);
  signal.throwIfAborted();
  return { ...inspection, errors: findingGroups.counts().error };
}
