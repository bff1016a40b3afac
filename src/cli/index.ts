import type { CommandModule } from './command.ts';

/** The commands in the order of the help. Only the one that runs is loaded. */
export const COMMANDS: readonly { name: string; summary: string; load(): Promise<CommandModule> }[] = [
  {
    name: 'import',
    summary: 'check spreadsheets and send their records to the service',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'check',
    summary: 'find errors in spreadsheets, offline',
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'fix',
    summary: 'write a copy of spreadsheets with the values that trace would send',
    load: () => import('./commands/fix.ts'),
  },
  {
    name: 'plan',
    summary: 'show what an import would send, and in which order',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'map',
    summary: 'map the columns and words of another system, once, in a map file',
    load: () => import('./commands/map.ts'),
  },
  {
    name: 'resume',
    summary: 'resume an unfinished run from the ledger',
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'resolve',
    summary: 'list and settle records that are in doubt or outdated',
    load: () => import('./commands/resolve.ts'),
  },
  {
    name: 'studies',
    summary: 'read studies: list, show, showcase, export, report',
    load: () => import('./commands/studies.ts'),
  },
  {
    name: 'products',
    summary: 'read products: list, show, export',
    load: () => import('./commands/products.ts'),
  },
  {
    name: 'packaging',
    summary: 'read packaging: list, show, export',
    load: () => import('./commands/packaging.ts'),
  },
  {
    name: 'brand-products',
    summary: 'read and update brand products (v3): list, show, export, update, qrcodes',
    load: () => import('./commands/brand-products.ts'),
  },
  {
    name: 'purchased-items',
    summary: 'update purchased items (v3)',
    load: async () => (await import('./commands/update.ts')).updateCommand('purchased-item'),
  },
  {
    name: 'fec',
    summary: 'read French environmental costs (v3): list, show, export',
    load: () => import('./commands/fec.ts'),
  },
  {
    name: 'lca',
    summary: 'read the life-cycle assessment of a brand product (v3): show',
    load: () => import('./commands/lca.ts'),
  },
  {
    name: 'runs',
    summary: 'show earlier runs: list, show, report',
    load: () => import('./commands/runs.ts'),
  },
  {
    name: 'env',
    summary: 'manage environments: list, show, check, trust, adopt',
    load: () => import('./commands/env.ts'),
  },
  {
    name: 'taxonomy',
    summary:
      'manage allowed values and rules of an environment: list, search, import, add, learn, diff, reset',
    load: () => import('./commands/taxonomy.ts'),
  },
  {
    name: 'template',
    summary: 'write a blank workbook with dropdowns and notes',
    load: () => import('./commands/template.ts'),
  },
  { name: 'mock', summary: 'run a local mock of the service', load: () => import('./commands/mock.ts') },
];
