import { homedir } from 'node:os';
import type { Command } from 'commander';
import { write } from '../../context.ts';
import { EXIT_CODES, type Exit, TraceError } from '../../errors.ts';
import { say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { type Check, type CheckName, checksOf } from '../doctor/checks.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { CONFIG_FLAGS, SETTINGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { doctorLines } from '../view/doctor-view.ts';
import type { DoctorCheck } from '../view/document-schema.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { terminalWidth } from '../view/wrap.ts';

const DOCTOR_FLAGS = [
  shared('env', 'defaultMock'),
  ...CONFIG_FLAGS,
  ...[SETTINGS.timeout, TRUST_FLAG],
  ['--notify', 'doctorNotify', { variable: false }],
  shared('json'),
] as const;

export function define(command: Command, session: Session): void {
  flags(command, DOCTOR_FLAGS);
  command.action(async (options: OptionsOf<typeof DOCTOR_FLAGS>) => {
    const { context } = session;
    const { checks, close } = checksOf(options, context);
    const rows: DoctorCheck[] = [];
    let exit: Exit = 'done';
    for (const check of checks) {
      const { row, problem } = await resultOf(check, rows);
      rows.push({ ...row, text: withoutHome(row.text), next: row.next && withoutHome(row.next) });
      if (exit === 'done' && problem) exit = problem;
    }
    await close();
    const { code: exitCode } = EXIT_CODES[exit];
    const text = options.json
      ? jsonText({
          schemaVersion: SCHEMA_VERSION,
          environment: options.env ?? 'mock',
          checks: rows,
          exitCode,
        })
      : [...doctorLines(rows, terminalWidth(context.stdout))].join('\n');
    await write(context.stdout, `${text}\n`);
    session.exit(exitCode);
  });
}

/** Runs a check, unless a check that it needs found a problem. `problem`: the exit code for it. */
async function resultOf(
  check: Check,
  before: readonly DoctorCheck[],
): Promise<{ row: DoctorCheck; problem?: Exit }> {
  const row = (state: DoctorCheck['state'], text: string, next: string | null = null): DoctorCheck => ({
    ...{ check: check.name, state, text, next, cause: null },
  });
  const failed = before.find(
    ({ check: name, state }) => check.needs.includes(name) && /^(?:problem|skipped)$/.test(state),
  );
  if (failed) {
    const cause: CheckName = failed.cause ?? failed.check;
    const text = say().doctor.skipped({ cause: say().doctorChecks[cause]() });
    return { row: { ...row('skipped', text), cause } };
  }
  try {
    const { text, warning = false, next } = await check.run();
    return { row: row(warning ? 'warning' : 'ok', text, next) };
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return { row: row('problem', error.message, error.hint), problem: error.exit };
  }
}

/** A text for a ticket: the folder of the user is `~`, because it has a name in it. */
function withoutHome(text: string): string {
  const home = homedir();
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}
