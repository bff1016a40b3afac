import { say } from '../say.ts';
import type { CommandModule } from './command.ts';

/** A command with its summary in the language of the process. */
export interface NamedCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CommandModule>;
}

type Texts = ReturnType<typeof say>['helpCommands'];

/** A command whose summary is in the area `helpCommands` of the files of the languages. */
const namedCommand = (
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
  namedCommand('init', () => import('./commands/init.ts')),
  namedCommand('import', () => import('./commands/import.ts')),
  namedCommand('check', () => import('./commands/check.ts')),
  namedCommand('explain', () => import('./commands/explain.ts')),
  namedCommand('fix', () => import('./commands/fix.ts')),
  namedCommand('plan', () => import('./commands/plan.ts')),
  namedCommand('compare', () => import('./commands/compare.ts')),
  namedCommand('map', () => import('./commands/map.ts')),
  namedCommand('resume', () => import('./commands/resume.ts')),
  namedCommand('resolve', () => import('./commands/resolve.ts')),
  namedCommand('studies', () => import('./commands/studies.ts')),
  namedCommand('products', async () => (await import('./commands/records.ts')).productCommands),
  namedCommand('packaging', async () => (await import('./commands/records.ts')).packagingCommands),
  namedCommand('brand-products', () => import('./commands/brand-products.ts')),
  namedCommand('purchased-items', async () =>
    (await import('./commands/update.ts')).updateCommand('purchased-item'),
  ),
  namedCommand('fec', async () => (await import('./commands/records.ts')).fecCommands),
  namedCommand('lca', async () => (await import('./commands/records.ts')).lcaCommands),
  namedCommand('submit', () => import('./commands/submit.ts')),
  namedCommand('jobs', () => import('./commands/jobs.ts')),
  namedCommand('worker', () => import('./commands/worker.ts')),
  namedCommand('schedule', () => import('./commands/schedule.ts')),
  namedCommand('runs', () => import('./commands/runs.ts')),
  {
    name: 'trace',
    get summary() {
      return say().helpCommands['trace trace']();
    },
    load: () => import('./commands/trace.ts'),
  },
  namedCommand('evidence', () => import('./commands/evidence.ts')),
  namedCommand('doctor', () => import('./commands/doctor.ts')),
  namedCommand('env', () => import('./commands/env.ts')),
  namedCommand('taxonomy', () => import('./commands/taxonomy.ts')),
  namedCommand('template', () => import('./commands/template.ts')),
  namedCommand('ask', () => import('./commands/ask.ts')),
  namedCommand('merge', () => import('./commands/merge.ts')),
  namedCommand('watch', () => import('./commands/watch.ts')),
  namedCommand('serve', () => import('./commands/serve.ts')),
  namedCommand('mock', () => import('./commands/mock.ts')),
  namedCommand('completion', async () => (await import('./commands/completion.ts')).completionOf(COMMANDS)),
];
