import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand } from '../../advice.ts';
import { write } from '../../context.ts';
import { writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { originText } from '../../findings/finding.ts';
import { fixFiles } from '../../import/fix/fix-files.ts';
import type { Repair } from '../../import/fix/row-repairs.ts';
import { numberText, say } from '../../say.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { Damage } from '../../sheets/damage.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, helpTail } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { shared } from '../flags/shared.ts';
import { type CopyNames, copyTargets } from '../run/annotating.ts';
import { fixing } from '../run/inspecting.ts';
import { invocationOf } from '../run/invocation.ts';

interface FixOptions extends InputOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly all?: boolean;
}

/** Number of changed values that are listed without --all. */
const LISTED = 20;

const NAMES: CopyNames = { flag: '--out', copy: 'fixed' };

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [
    ['--out <file>', 'fixedCopy', { variable: false }],
    ['--all', 'allRepairs', { variable: false }],
    shared('force', 'forceOut'),
  ]);
  helpTail(command, [
    'trace fix batch.xlsx --out batch-fixed.xlsx',
    'trace fix suppliers.csv products.csv --map plm.map.yaml --out fixed.xlsx',
  ]);
  command.action(async (named: string[], options: FixOptions) => {
    const { context } = session;
    const { out } = options;
    const files = namedFiles(named, context.cwd);
    if (out === undefined)
      throw usage(
        'flag-missing',
        say().fix.outMissing(),
        say().fix.use({ command: advised('fix', ...files.map(fileOperand), '--out', 'fixed.xlsx') }),
      );
    if (options.strict) throw usage('flags-exclude', say().fix.noStrict(), say().fix.noStrictHow());
    const invocation = invocationOf(files, command);
    const input = await inputOf(invocation.files, { ...options, offline: true }, session);
    const targets = await copyTargets(
      { annotate: out, force: options.force === true },
      input.settings.files,
      context.cwd,
      [],
      NAMES,
    );
    const unread = input.settings.files.find((file) => !targets.some((target) => target.file === file));
    if (unread !== undefined)
      throw new TraceError(
        'invalid',
        'fix-unwritten',
        say().fix.unread({ file: unread }),
        say().fix.reason({ command: advised('check', fileOperand(unread)) }),
      );
    const folder = await mkdtemp(join(tmpdir(), 'trace-fix-'));
    try {
      const fixed = await fixing(input, invocation, session, (job) =>
        fixFiles(job, targets, folder, ({ path }, copy) =>
          writeFileWhole(path, options.force === true, (file) => file.writeFile(createReadStream(copy))),
        ),
      );
      const text = say().fix;
      const print = (line: string) => write(context.stdout, `${forTerminal(line, 1000)}\n`);
      const lists = [
        fixed.repaired.map((repair) => `${placeOf(repair)}: ${repair.message}`),
        fixed.left.map((repair) =>
          text.left({ place: placeOf(repair), message: repair.message, why: text[repair.left ?? 'other']() }),
        ),
      ];
      for (const [at, lines] of lists.entries()) {
        const listed = options.all ? lines.length : LISTED;
        if (at === 1 && lines.length > 0) await print(text.leftTitle());
        for (const line of lines.slice(0, listed)) await print(line);
        if (lines.length > listed) await print(text.more({ number: numberText(lines.length - listed) }));
      }
      for (const { file, path } of targets) await print(text.written({ file, path }));
      const [repaired, left] = [fixed.repaired.length, fixed.left.length];
      await print(text.done({ count: repaired, number: numberText(repaired), left: numberText(left) }));
      session.exit(0);
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      throw new TraceError('invalid', 'fix-unwritten', error.message, error.suggestion);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const placeOf = ({ file, sheet, row, column }: Repair): string =>
  originText({ file, sheet, row, column: columnLetters(column) });
