import type { Command } from 'commander';
import { command as advised, inLanguage, pasted } from '../../advice.ts';
import { write } from '../../context.ts';
import { flagError } from '../../errors.ts';
import { say } from '../../say.ts';
import type { CommandModule, Session } from '../command.ts';
import { helpNote } from '../flags/help.ts';
import type { NamedCommand } from '../index.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

/** The command that completes the words of these commands. */
export const completionOf = (commands: readonly NamedCommand[]): CommandModule => ({
  define: (command, session) => define(command, commands, session),
});

function define(command: Command, commands: readonly NamedCommand[], session: Session): void {
  command.argument('<shell>', say().helpArguments.shell({ names: SHELLS.join(', ') })).allowExcessArguments();
  const printing = (shell: string) => advised('completion', shell);
  helpNote(
    command,
    say().helpNotes.completion({
      bash: `source <(${printing('bash')})`,
      powershell: `${printing('powershell')} | Out-String | Invoke-Expression`,
    }),
  );
  command.action(async (shell: string, _options: object, { args }: Command) => {
    // The library prints by itself. This opens the stream, whose errors are then ignored.
    await write(session.context.stdout, '');
    // The scripts call `trace completion complete -- WORDS` for each completion.
    if (shell === 'complete') {
      const { completeWords } = await import('../complete-words.ts');
      return completeWords(args.slice(1), commands, session);
    }
    if (!SHELLS.includes(shell))
      throw flagError(say().usage.oneOf({ flag: 'completion', value: shell, names: SHELLS.join(', ') }));
    const { script } = await import('@bomb.sh/tab');
    script(shell, 'trace', pasted(['trace', ...inLanguage(['completion'])]));
  });
}
