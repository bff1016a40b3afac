import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { write } from '../../context.ts';
import { EXIT_CODES, flagError } from '../../errors.ts';
import { say } from '../../say.ts';
import { openInput } from '../../sheets/input.ts';
import { DEFAULT_LIMITS } from '../../sheets/limits.ts';
import { checkSeal, MANIFEST, type SealFault } from '../../sheets/sealed-archive.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, type OptionsOf, shared, subcommand } from '../flags/help.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { terminalWidth, wrapSentence } from '../view/wrap.ts';

const FLAGS = [['--manifest <sha256>', 'manifest', { variable: false }], shared('json')] as const;

export function define(command: Command, session: Session): void {
  const verify = subcommand(command, 'evidence verify', ['<file>', say().helpArguments.evidence()]);
  flags(verify, FLAGS);
  verify.action(async (file: string, options: OptionsOf<typeof FLAGS>) => {
    const { stdin, stdout, signal, cwd } = session.context;
    const expected = options.manifest?.toLowerCase();
    if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected))
      throw flagError(say().evidence.notHash({ value: options.manifest! }));
    const place = file === '-' ? file : resolve(cwd, file);
    const input = await openInput(place, { stdin, signal }, DEFAULT_LIMITS);
    const { manifest, parts, faults: found } = await checkSeal(input).finally(() => input.close());
    const isOther = expected !== undefined && manifest !== null && manifest.sha256 !== expected;
    const faults: SealFault[] = [
      ...found,
      ...(isOther ? [{ part: MANIFEST, fault: 'changed' as const }] : []),
    ];
    const run = typeof manifest?.content.run === 'string' ? manifest.content.run : null;
    session.exit(faults.length === 0 ? 0 : EXIT_CODES.invalid.code);
    if (options.json) {
      const document = {
        schemaVersion: SCHEMA_VERSION,
        run,
        manifest: manifest?.sha256 ?? null,
        parts,
        faults,
      };
      return write(stdout, `${jsonText(document)}\n`);
    }
    const texts = say().evidence;
    const sound = { run: forTerminal(run ?? '?'), parts: `${parts}`, sum: manifest?.sha256 ?? '' };
    const name = forTerminal(basename(file));
    const sentences =
      faults.length === 0
        ? [texts.sound(sound), ...(expected === undefined ? [texts.compare()] : [])]
        : faults.map(({ part, fault }) =>
            part === null ? texts.outside({ file: name }) : texts[fault]({ part: forTerminal(part) }),
          );
    for (const line of sentences.flatMap((text) => wrapSentence(text, terminalWidth(stdout))))
      await write(stdout, `${line}\n`);
  });
}
