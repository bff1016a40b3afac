import { say } from '../say.ts';
import type { CommandModule } from './command.ts';

/** A command with its summary in the language of the process. */
interface NamedCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CommandModule>;
}

type Texts = ReturnType<typeof say>['helpCommands'];

/** A command whose summary is in the area `helpCommands` of the files of the languages. */
const named = (
  name: Exclude<keyof Texts, `${string} ${string}`>,
  load: NamedCommand['load'],
): NamedCommand => ({
  name,
  get summary() {
    return say().helpCommands[name]();
  },
  load,
});

/** The commands in the order of the help. Only the one that runs is loaded. */
export const COMMANDS: readonly NamedCommand[] = [
  named('import', () => import('./commands/import.ts')),
  named('check', () => import('./commands/check.ts')),
  named('explain', () => import('./commands/explain.ts')),
  named('fix', () => import('./commands/fix.ts')),
  named('plan', () => import('./commands/plan.ts')),
  named('map', () => import('./commands/map.ts')),
  named('resume', () => import('./commands/resume.ts')),
  named('resolve', () => import('./commands/resolve.ts')),
  named('studies', () => import('./commands/studies.ts')),
  named('products', async () => (await import('./commands/records.ts')).productCommands),
  named('packaging', async () => (await import('./commands/records.ts')).packagingCommands),
  named('brand-products', () => import('./commands/brand-products.ts')),
  named('purchased-items', async () =>
    (await import('./commands/update.ts')).updateCommand('purchased-item'),
  ),
  named('fec', async () => (await import('./commands/records.ts')).fecCommands),
  named('lca', async () => (await import('./commands/records.ts')).lcaCommands),
  named('runs', () => import('./commands/runs.ts')),
  named('env', () => import('./commands/env.ts')),
  named('taxonomy', () => import('./commands/taxonomy.ts')),
  named('template', () => import('./commands/template.ts')),
  named('mock', () => import('./commands/mock.ts')),
];
