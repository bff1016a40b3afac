import type { CommandModule } from './command.ts';

/** The commands in the order of the help. Only the one that runs is loaded. */
export const COMMANDS: readonly { name: string; summary: string; load(): Promise<CommandModule> }[] = [
  {
    name: 'import',
    summary: 'check, plan and send spreadsheets',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'check',
    summary: 'find errors in spreadsheets; offline',
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'plan',
    summary: 'show what an import would send, and in which order',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'resume',
    summary: 'resume an unfinished run, without its files',
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'resolve',
    summary: 'list the records in doubt of a run, and settle them',
    load: () => import('./commands/resolve.ts'),
  },
  {
    name: 'studies',
    summary: 'studies of the service: list, show, export, showcase, report',
    load: () => import('./commands/studies.ts'),
  },
  {
    name: 'products',
    summary: 'products of the service: list, show, export',
    load: () => import('./commands/products.ts'),
  },
  {
    name: 'packaging',
    summary: 'packaging of the service: list, show, export',
    load: () => import('./commands/packaging.ts'),
  },
  {
    name: 'brand-products',
    summary: 'brand products of the service (v3): list, show, export, update, qrcodes',
    load: () => import('./commands/brand-products.ts'),
  },
  {
    name: 'purchased-items',
    summary: 'purchased items of the service (v3): update',
    load: async () => (await import('./commands/update.ts')).updateCommand('purchased-item'),
  },
  {
    name: 'fec',
    summary: 'French environmental cost of brand products (v3): list, show, export',
    load: () => import('./commands/fec.ts'),
  },
  {
    name: 'lca',
    summary: 'life-cycle assessment of a brand product (v3): show',
    load: () => import('./commands/lca.ts'),
  },
  { name: 'runs', summary: 'history of runs: list, show, report', load: () => import('./commands/runs.ts') },
  {
    name: 'env',
    summary: 'environments: list, show, check, trust, adopt',
    load: () => import('./commands/env.ts'),
  },
  {
    name: 'taxonomy',
    summary: 'allowed values and the contract: list, search, import, add, learn, diff, reset',
    load: () => import('./commands/taxonomy.ts'),
  },
  {
    name: 'template',
    summary: 'write a blank workbook with dropdowns and notes',
    load: () => import('./commands/template.ts'),
  },
  { name: 'mock', summary: 'run the service on this machine', load: () => import('./commands/mock.ts') },
];
