import type { Command } from 'commander';
import { colorLevel, write } from '../../context.ts';
import { kindsOf } from '../../contract/registry.ts';
import { usage } from '../../errors.ts';
import { allExplained } from '../../findings/explanation.ts';
import { SEVERITIES } from '../../findings/group.ts';
import { nearest } from '../../nearest.ts';
import { say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, shared } from '../flags/help.ts';
import { codeLines, explainedLines, explainJson, unknownCode } from '../view/explain-view.ts';
import { terminalWidth } from '../view/wrap.ts';

export function define(command: Command, session: Session): void {
  command.argument('[code]', say().helpArguments.code());
  flags(command, [shared('json', 'explanation')]);
  command.action((code: string | undefined, options: { readonly json?: boolean }) =>
    explain(code, options, session),
  );
}

async function explain(
  code: string | undefined,
  options: { readonly json?: boolean },
  { context }: Session,
): Promise<void> {
  const all = await allExplained(SEVERITIES, kindsOf('v2'));
  // Also accepts the code as check prints it: `[code]`.
  const wanted = code?.replace(/^\[|\]$/g, '').toLowerCase();
  const one = all.find((each) => each.code === wanted);
  if (wanted !== undefined && one === undefined) {
    const near = nearest(
      wanted,
      all.map((each) => each.code),
    );
    const { message, hint } = await unknownCode(wanted, near);
    throw usage('finding-unknown', message, hint);
  }
  if (options.json) {
    await write(context.stdout, `${jsonText(explainJson(one ? [one] : all))}\n`);
    return;
  }
  const [level, width] = [colorLevel(context), terminalWidth(context.stdout)];
  const lines = one ? await explainedLines(one, level, width) : await codeLines(all, level, width);
  await write(context.stdout, `${lines.join('\n')}\n`);
}
