import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { write, writeAll } from '../../context.ts';
import { KEY_SEPARATOR } from '../../contract/kind.ts';
import { findKind, kindsOf } from '../../contract/registry.ts';
import { flagError, usage } from '../../errors.ts';
import { provenanceOf } from '../../import/report/field-sources.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import type { NamedKey } from '../../ledger/provenance.ts';
import { nearestSentence } from '../../nearest.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { CONFIG_FLAGS } from '../flags/input-flags.ts';
import { foundRun, openLedger, placeFlagsOf } from '../run/earlier-run.ts';
import { jsonDocument, SCHEMA_VERSION } from '../view/json-document.ts';
import { provenanceLines } from '../view/provenance-view.ts';
import { terminalWidth } from '../view/wrap.ts';

const FLAGS = [
  ...CONFIG_FLAGS,
  ['--kind <name>', 'kind'],
  ['--run <id>', 'onlyRun', { variable: false }],
  shared('json'),
] as const;

export function define(command: Command, { context }: Session): void {
  command.argument('<key>', say().helpArguments.key());
  flags(command, FLAGS);
  command.action(async (text: string, options: OptionsOf<typeof FLAGS>) => {
    const kinds = options.kind === undefined ? [...ALL_KINDS()] : kindsNamed(options.kind);
    const key = text.split(' / ').join(KEY_SEPARATOR);
    // The separator is the character before the space.
    const named: NamedKey = { kinds, keys: [key, `${key}${KEY_SEPARATOR}`, `${key} `] };
    using ledger = await openLedger(options, context);
    const place = placeFlagsOf(options);
    const runs =
      options.run === undefined ? ledger.runs.withKey(named) : [foundRun(ledger, options.run, place)];
    if (runs.length === 0) throw unknownKey(text, place);
    const records = recordsOf(ledger, runs, named);
    if (options.json) {
      const schemaVersion = { name: 'schemaVersion', value: () => SCHEMA_VERSION };
      return await writeAll(
        context.stdout,
        jsonDocument([schemaVersion, { name: 'records', list: records }]),
      );
    }
    let count = 0;
    for (const record of records) {
      const lines = provenanceLines(record, terminalWidth(context.stdout));
      await write(context.stdout, `${count++ > 0 ? '\n' : ''}${lines.join('\n')}\n`);
    }
    if (count === 0) throw unknownKey(text, place);
  });
}

/** The outcomes of rows that need no request. */
const UNSENT: ReadonlySet<string> = new Set(['unchanged', 'existing']);

const ALL_KINDS = () => new Set([...kindsOf('v2'), ...kindsOf('v3')].map(({ name }) => name));

/** The records with the key, without those of the last run that are folded when the next one begins. */
function* recordsOf(ledger: Ledger, runs: readonly RunRow[], named: NamedKey) {
  for (const run of runs)
    for (const record of provenanceOf(ledger, run, named))
      if (record.tries.length > 0 || !UNSENT.has(record.outcome)) yield record;
}

/** The kinds of both interfaces with this name. */
function kindsNamed(name: string): string[] {
  const found = (['v2', 'v3'] as const).flatMap((one) => findKind(one, name)?.name ?? []);
  if (found.length > 0) return found;
  const near = nearestSentence(name, [...ALL_KINDS()]);
  throw flagError(say().usage.kind({ flag: '--kind', name, near }));
}

const unknownKey = (key: string, place: readonly string[]) =>
  usage(
    'record-unknown',
    say().provenance.unknown({ key }),
    say().provenance.unknownHint({ command: advised('runs', 'list', ...place) }),
  );
