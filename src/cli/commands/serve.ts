import { once } from 'node:events';
import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import { write } from '../../context.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { type FlagLine, flags, helpNote, type OptionsOf, shared } from '../flags/help.ts';
import { CONFIG_FLAGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { portOf } from '../flags/port.ts';
import { Pages } from '../serve/pages.ts';
import { newRoot, servePages } from '../serve/server.ts';
import { lineFor } from '../view/wrap.ts';

const FLAGS = [
  ['--port <number>', () => say().helpFlags.port({ port: '0' }), { variable: false }],
  shared('env', 'served'),
  ...CONFIG_FLAGS,
  TRUST_FLAG,
] as const satisfies readonly FlagLine[];

export function define(command: Command, session: Session): void {
  const { context } = session;
  flags(command, FLAGS);
  helpNote(command, say().helpNotes.serve());
  command.action(async ({ port, ...options }: OptionsOf<typeof FLAGS>) => {
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const environment = await resolveEnvironment(loaded, options, context.cwd);
    const site = { root: newRoot(), hasJobs: environment.memory !== null };
    const pages = new Pages(site, environment, options, session);
    await using server = await servePages(portOf(port, 0), site.root, (visit) => pages.answer(visit));
    await write(context.stdout, `${server.link}\n`);
    await write(context.stderr, lineFor(context.stderr, say().serve.listens()));
    if (!context.signal.aborted) await once(context.signal, 'abort');
  });
}
