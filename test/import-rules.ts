import path from 'node:path';

/** What a folder may import from another: everything, only types, or the listed files plus all types. */
type Share = 'all' | 'types' | readonly string[];

export interface Rule {
  /** The reason, which is printed with every violation. */
  readonly why: string;
  /** Folders it may import from, in addition to itself, `findings` and the shared files. */
  readonly folders: Readonly<Record<string, Share>>;
  /** Packages, including Node modules; `a/*` allows all subpaths. */
  readonly packages: readonly string[];
}

/** Files that every folder may import. */
const FOR_ALL: ReadonlySet<string> = new Set([
  'errors.ts',
  'advice.ts',
  'fold.ts',
  'nearest.ts',
  'say.ts',
  'system-cause.ts',
  'terminal-text.ts',
  'yaml-fault.ts',
]);

/**
 * The rooms of a row in the order in which it goes through them: no file imports from a room after its own, not even a
 * type. A folder that is not listed is not a room of a row.
 */
export const ROOMS: readonly string[] = [
  ...[
    'sheets',
    'contract',
    'recognise',
    'records',
    'records/layout',
    'records/check',
    'map/map-file',
    'map/headers',
    'map',
  ],
  ...['ledger', 'service', 'send/plan', 'send/push', 'shared', 'config'],
  ...[
    'import/report',
    'import/state',
    'import/input',
    'import/staged',
    'import/drift',
    'import/memory',
    'import',
    'import/resolve',
  ],
  ...['handback/annotate', 'handback/fix', 'handback/forms', 'cli', 'library'],
];

const DATA = [
  ...['contract', 'findings', 'sheets', 'recognise', 'records', 'records/layout', 'records/check', 'map'],
  ...['ledger', 'service', 'send/plan', 'send/push', 'shared'],
];

/** Which folder may import which. A folder without an entry is a violation. */
export const RULES: Readonly<Record<string, Rule>> = {
  contract: {
    why: 'it is pure data and zod: every module depends on it, so it depends on none',
    folders: { language: 'all' },
    packages: ['zod'],
  },
  findings: {
    why: 'every module may import it, so its imports would become imports of all',
    folders: {},
    packages: [],
  },
  sheets: {
    why: 'it turns bytes into cells and back, and does not know what a supplier is',
    folders: { 'pipe.ts': 'all' },
    packages: [
      'node:*',
      'csv-parse/sync',
      'iconv-lite',
      'yauzl',
      'hucre/*',
      'hyparquet-writer',
      'fastest-levenshtein',
      'xlsx',
      'xlsx/*',
      'htmlparser2',
    ],
  },
  recognise: {
    why: 'it finds what a text names: words, countries, compositions; it knows no column and no file',
    folders: { contract: 'all', language: 'all', sheets: ['cell.ts'] },
    packages: ['i18n-iso-countries/*', 'fastest-levenshtein', 'node:zlib'],
  },
  records: {
    why: 'it turns cells into bodies: it is tested with literals, so it reads no file and no clock',
    folders: { contract: 'all', sheets: ['cell.ts'], recognise: 'all' },
    packages: ['fastest-levenshtein'],
  },
  map: {
    why: 'what a map says is plain data: it is read without a terminal, a file or a clock',
    folders: {
      ...{ contract: 'all', language: 'all', recognise: 'all', records: 'all', sheets: ['cell.ts'] },
      'records/layout': ['first-row.ts', 'form-labels.ts'],
    },
    packages: ['node:util', 'yaml', 'zod'],
  },
  'records/layout': {
    why: 'it finds the rows of records among the rows of a sheet: it is tested with literals, like the cells',
    folders: {
      ...{ contract: 'all', recognise: 'all', records: 'all', sheets: ['cell.ts'] },
      'contract/template': ['columns.ts', 'example-rows.ts'],
    },
    packages: ['node:crypto'],
  },
  'records/check': {
    why: 'a rule is a small pure function: it is tested with literals',
    folders: { contract: 'all', recognise: 'all', records: 'all', 'records/layout': ['example-row.ts'] },
    packages: [],
  },
  'send/plan': {
    why: 'the same input gives the same plan, and a plan sends nothing',
    folders: { contract: 'all' },
    packages: [],
  },
  ledger: {
    why: 'it stores records and does not know how they are sent',
    folders: { 'folder.ts': 'all' },
    packages: ['node:sqlite', 'node:fs', 'node:path', 'node:crypto', 'node:url', 'node:zlib', 'node:os'],
  },
  service: {
    why: 'it classifies responses; the engine decides what to do',
    folders: { contract: 'all' },
    packages: ['node:timers/promises', 'node:tls', 'undici', 'zod', 'p-limit'],
  },
  'send/push': {
    why: 'the engine works on any service and any clock, and never prints: it is tested without either',
    folders: {
      contract: 'all',
      'send/plan': 'all',
      ledger: 'all',
      service: ['clock.ts', 'limiter.ts', 'retry.ts', 'tasks.ts'],
    },
    packages: [],
  },
  shared: {
    why: 'it keeps what is known about keys for many machines; the ledger keeps it for this one',
    folders: { ledger: ['entry-key.ts'], service: 'types', 'send/push': 'types' },
    packages: [
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:stream/promises',
      'node:tls',
      'node:util',
      'node:zlib',
      'pg',
      'pg-boss',
    ],
  },
  'read/tables': {
    why: 'it converts responses to tables; other modules fetch and write them',
    folders: { contract: 'all', language: 'all', service: 'types' },
    packages: [],
  },
  'read/export': {
    why: 'it fetches responses and writes them to files; it neither prints nor parses flags',
    folders: {
      ...{ contract: 'all', service: 'all', ledger: 'all', 'read/tables': 'all', sheets: 'all' },
      'drafts.ts': 'all',
      'folder.ts': 'all',
    },
    packages: [
      'zod',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:crypto',
      'node:stream',
      'node:events',
      'node:v8',
    ],
  },
  'read/labels': {
    why: 'it draws codes and lays out labels; commands read and write them',
    folders: { sheets: ['workbook-parts.ts'] },
    packages: ['lean-qr', 'lean-qr/extras/*', 'pdfkit', 'hucre/xlsx', 'node:stream'],
  },
  'cli/view': {
    why: 'it only prints: it can neither send nor read the ledger',
    folders: {
      'send/plan': ['plan.ts', 'changed.ts'],
      'send/push': ['outcome.ts'],
      'records/check': 'types',
      import: 'types',
      handback: 'types',
      'handback/forms': 'types',
      shared: ['job-states.ts'],
      'read/export': 'types',
      'read/tables': [
        'portrait/portrait.ts',
        'portrait/chain.ts',
        'portrait/figures.ts',
        'portrait/json-fields.ts',
        'portrait/labels.ts',
      ],
      page: 'all',
      'drafts.ts': 'all',
      'version.ts': 'all',
    },
    packages: [
      ...['chalk', 'listr2', 'yaml', 'zod', 'node:fs/promises', 'node:path', 'node:crypto', 'node:stream'],
      ...['node:timers/promises', 'node:util'],
    ],
  },
  'read/page': {
    why: 'it draws given responses, and neither fetches them nor writes files',
    folders: { contract: 'all', page: 'all', 'read/tables': 'all', 'read/labels': ['text-lines.ts'] },
    packages: ['node:zlib'],
  },
  page: {
    why: 'it has the parts of all pages, whatever they show',
    folders: {},
    packages: [],
  },
  mock: {
    why: 'it uses only the contract, so that it can reveal errors of the client',
    folders: { contract: 'all', 'loopback.ts': 'all' },
    packages: ['hono', 'hono/*', '@hono/*', 'zod', 'node:*'],
  },
  'contract/template': {
    why: 'blank workbooks are generated from the contract alone',
    folders: { contract: 'all', language: 'all', sheets: 'all' },
    packages: [],
  },
  'contract/document': {
    why: 'it compares a document with the contract, and opens no files or addresses that the document references',
    folders: { contract: 'all' },
    packages: ['js-yaml', 'node:util'],
  },
  config: {
    why: 'it resolves addresses and settings before anything is read or sent',
    // Files of the user are changed by one process at a time.
    folders: { contract: 'all', 'folder.ts': 'all', 'pipe.ts': 'all', ledger: ['lock.ts'] },
    packages: [
      'zod',
      'cosmiconfig',
      'cosmiconfig/*',
      'yaml',
      'node:os',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:child_process',
      'node:crypto',
      'node:util',
    ],
  },
  import: {
    why: 'it combines the stages and prints nothing',
    folders: {
      ...Object.fromEntries([...DATA, 'read/tables', 'mock', 'config'].map((name) => [name, 'all'])),
      'contract/template': ['columns.ts', 'example-rows.ts', 'value-labels.ts'],
      'folder.ts': 'all',
      'pipe.ts': 'all',
      'version.ts': 'all',
    },
    packages: ['node:crypto', 'node:fs', 'node:os', 'node:path', 'node:stream', 'node:tls', 'node:v8'],
  },
  handback: {
    why: 'it writes what a run found into copies of the input: commands call it, and no run depends on it',
    folders: {
      ...Object.fromEntries([...DATA, 'import'].map((name) => [name, 'all'])),
      'contract/template': ['columns.ts', 'example-rows.ts', 'value-labels.ts'],
      language: ['compiled/suggestions.js'],
    },
    packages: ['node:fs', 'node:path'],
  },
  'handback/forms': {
    why: 'it asks other people about an input, and places what they answer in copies of it',
    folders: {
      ...Object.fromEntries(
        [...DATA, 'import', 'handback', 'contract/template'].map((name) => [name, 'all']),
      ),
    },
    packages: ['node:path'],
  },
  cli: {
    why: 'a command has its flags and a short run: main.ts and cli/view parse, colour and exit',
    folders: {
      ...Object.fromEntries(
        [
          ...DATA,
          'read/tables',
          'read/export',
          'read/labels',
          'read/page',
          'contract/document',
          'mock',
          'config',
          'import',
          'handback',
          'handback/forms',
          'cli/view',
          'cli/map',
          'cli/serve',
          'read/page',
          'contract/template',
        ].map((name) => [name, 'all']),
      ),
      // The examples in the help, which are data.
      language: ['compiled/examples.js'],
      'context.ts': 'all',
      'drafts.ts': 'all',
      'folder.ts': 'all',
      'loopback.ts': 'all',
      'pipe.ts': 'all',
      'version.ts': 'all',
    },
    packages: [
      ...['chokidar', 'commander', '@bomb.sh/tab', '@bomb.sh/tab/commander', 'nodemailer', 'pino', 'undici'],
      ...['node:fs', 'node:fs/promises', 'node:os', 'node:path', 'node:readline', 'node:events', 'node:sea'],
      // A worker: its imports, and its health.
      ...['node:child_process', 'node:http', 'node:net'],
    ],
  },
  'cli/serve': {
    why: 'it answers a browser: only the command serve loads it, and it can neither send nor write to the ledger',
    folders: {
      ...{
        config: 'types',
        import: 'all',
        ledger: ['ledger.ts'],
        page: 'all',
        'read/export': ['resources.ts'],
      },
      ...{
        'read/page': ['page.ts'],
        'send/push': ['outcome.ts'],
        'cli/view': 'all',
        'cli/map': ['understood.ts'],
      },
      cli: [
        ...['command.ts', 'commands/jobs.ts', 'flags/input.ts', 'read/exporting.ts', 'run/annotating.ts'],
        ...[
          'run/earlier-run.ts',
          'run/inspecting.ts',
          'run/open-jobs.ts',
          'run/run-head.ts',
          'run/temporary-folder.ts',
          'run/verdicts.ts',
        ],
      ],
      ...{ 'context.ts': 'all', 'expected-error.ts': 'all', 'loopback.ts': 'all', 'version.ts': 'all' },
    },
    packages: [
      ...['node:crypto', 'node:fs/promises', 'node:http', 'node:os', 'node:path', 'node:stream'],
      'node:timers/promises',
    ],
  },
  'cli/map': {
    why: 'it asks a person: only the command map loads it, and with it the library for prompts',
    folders: {
      ...Object.fromEntries(
        [
          'contract',
          'contract/template',
          'config',
          'findings',
          'sheets',
          'ledger',
          'import',
          'recognise',
          'map',
          'records',
          'records/layout',
        ].map((name) => [name, 'all'] as const),
      ),
      'cli/view': 'all',
      cli: ['command.ts'],
      'context.ts': 'all',
      'drafts.ts': 'all',
      'pipe.ts': 'all',
    },
    packages: ['@clack/core', '@clack/prompts', 'node:crypto', 'node:fs/promises', 'node:path', 'node:util'],
  },
  library: {
    why: 'it gives programs the functions of the commands: it neither prints nor reads the process',
    folders: {
      config: 'all',
      import: 'all',
      'read/export': ['resources.ts'],
      records: ['header-list.ts'],
      cli: [
        ...['command.ts', 'flags/input.ts', 'read/exporting.ts'],
        ...['run/confirm.ts', 'run/import-verdict.ts', 'run/inspecting.ts', 'run/kept-state.ts'],
        ...['run/plan-document.ts', 'run/verdicts.ts'],
      ],
      'cli/view': ['check-view.ts', 'json-document.ts', 'run-report.ts'],
      'context.ts': 'all',
      'expected-error.ts': 'all',
    },
    packages: ['node:stream'],
  },
  'fold.ts': { why: 'every module may import it', folders: {}, packages: [] },
  'nearest.ts': { why: 'every module may import it', folders: {}, packages: ['fastest-levenshtein'] },
  'system-cause.ts': { why: 'every module may import it', folders: {}, packages: [] },
  'terminal-text.ts': { why: 'every module may import it', folders: {}, packages: [] },
  'yaml-fault.ts': { why: 'every module may import it', folders: {}, packages: [] },
  'errors.ts': { why: 'every module may import it', folders: {}, packages: [] },
  language: { why: 'it is texts: every module reads them, by say.ts', folders: {}, packages: [] },
  'say.ts': { why: 'every module may import it', folders: { language: 'all' }, packages: [] },
  'advice.ts': {
    why: 'every module may import it: it quotes words for shells, and knows no command',
    folders: {},
    packages: [],
  },
  'drafts.ts': {
    why: 'it names and replaces files, and knows only the beginnings of those that it never replaces',
    folders: { 'pipe.ts': 'all' },
    packages: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path'],
  },
  'folder.ts': {
    why: 'it creates folders, whatever their content',
    folders: {},
    packages: ['node:fs', 'node:path'],
  },
  'pipe.ts': {
    why: 'it reads bytes that may never arrive, whatever their meaning',
    folders: {},
    packages: ['node:fs', 'node:fs/promises', 'node:net', 'node:stream', 'node:util'],
  },
  'loopback.ts': {
    why: 'it listens on this machine, whatever it serves',
    folders: {},
    packages: ['node:events', 'node:http', 'node:net'],
  },
  'context.ts': {
    why: 'it only describes the environment of the process: streams, variables, clock',
    folders: {},
    packages: ['node:stream'],
  },
  'version.ts': { why: 'it is one line', folders: {}, packages: [] },
  'expected-error.ts': {
    why: 'it makes errors of the system and of the ledger readable, for commands and programs',
    folders: { ledger: ['errors.ts'], import: ['state/ledger-faults.ts'] },
    packages: [],
  },
  'main.ts': {
    why: 'it starts a command and catches what it throws: a command that does not run is not loaded',
    folders: {
      cli: [
        ...['command.ts', 'flags/command-line.ts', 'flags/help.ts', 'index.ts'],
        ...['run/job.ts', 'run/last-report.ts'],
      ],
      'cli/view': ['wrap.ts'],
      language: ['languages.ts'],
      'context.ts': 'all',
      'expected-error.ts': 'all',
      'version.ts': 'all',
    },
    packages: ['commander'],
  },
};

interface Ban {
  readonly text: RegExp;
  /** Where it is banned: folders or files; by default all of src without `except`. */
  readonly where?: readonly string[];
  readonly except?: readonly string[];
  readonly why: string;
}

const BANS: readonly Ban[] = [
  {
    text: /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\b|\brandom(Bytes|UUID)\b/,
    where: ['send/plan', 'records/check', 'records', 'contract', 'findings', 'contract/template'],
    why: 'a pure stage has no clock and no chance: the same input gives the same output',
  },
  { text: /\bnew Date\(/, where: ['send/plan'], why: 'a plan has no clock' },
  { text: /\bconsole\b/, why: 'what is said goes through a listener or a stream of the context' },
  { text: /\bprocess\.exit(Code)?\b/, except: ['main.ts'], why: 'only main sets how the process ends' },
  { text: /\bprocess\.env\b/, except: ['main.ts'], why: 'variables come with the context' },
  {
    text: /\bprocess\.\w/,
    where: [
      'contract',
      'findings',
      'records',
      'records/check',
      'send/plan',
      'ledger',
      'service',
      'send/push',
      'read/tables',
      'mock',
      'contract/template',
    ],
    why: 'these know no process: tests bring what they need',
  },
  {
    text: /(?<![.\w])fetch\(/,
    why: 'global fetch sends a POST twice on 421 and follows a redirect to another host',
  },
];

interface Import {
  readonly specifier: string;
  readonly typesOnly: boolean;
}

/** Every import and re-export of a source, including dynamic ones. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  const found: Import[] = [];
  for (const match of code.matchAll(
    /(?:^|[;\n])\s*(?:import|export)\s+(type\s+)?([^'";()]*?)\s*\bfrom\s*['"]([^'"]+)['"]/g,
  )) {
    const [, type, names, specifier] = match;
    found.push({ specifier: specifier!, typesOnly: type !== undefined || allTypes(names!) });
  }
  for (const match of code.matchAll(
    /\bimport\s*\(\s*['"]([^'"]+)['"]\s*[,)]|(?:^|[;\n])\s*import\s+['"]([^'"]+)['"]/g,
  )) {
    found.push({ specifier: (match[1] ?? match[2])!, typesOnly: false });
  }
  return found;
}

/** `{ type A, type B }` */
function allTypes(names: string): boolean {
  const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const parts = list
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return parts !== undefined && parts.length > 0 && parts.every((name) => name.startsWith('type '));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** The rule for a file of src: that of the nearest folder that has one, or its own. `file` is relative to src. */
function ownerOf(file: string): string {
  for (let owner = file; owner.includes('/'); ) {
    if (Object.hasOwn(RULES, owner)) return owner;
    owner = owner.slice(0, owner.lastIndexOf('/'));
    if (Object.hasOwn(RULES, owner)) return owner;
  }
  return file.split('/')[0]!;
}

/** The violations in a file of src, one sentence each. */
export function breaches(file: string, source: string, rules = RULES, bans = BANS): string[] {
  const owner = ownerOf(file);
  const rule = rules[owner];
  if (!rule) return [`${file}: there is no rule for ${owner}; add it to test/import-rules.ts`];
  const broken = importsOf(source)
    .filter((one) => !allowed(file, one, rule))
    .map(
      ({ specifier, typesOnly }) =>
        `${file} imports ${typesOnly ? 'types of ' : ''}${specifier}: ${owner} may not, as ${rule.why}`,
    );
  const code = withoutComments(source);
  const said = bans
    .filter(({ where, except }) => (where ? where.includes(owner) : !except?.includes(owner)))
    .flatMap(({ text, why }) => {
      const match = text.exec(code);
      return match ? [`${file} says ${match[0]}: ${why}`] : [];
    });
  return [...broken, ...said];
}

function allowed(file: string, { specifier, typesOnly }: Import, { folders, packages }: Rule): boolean {
  if (!specifier.startsWith('.')) return packages.some((name) => covers(name, specifier));
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const to = ownerOf(target);
  if (to === ownerOf(file) || to === 'findings' || FOR_ALL.has(to)) return true;
  if (target === '../package.json') return file === 'version.ts';
  const share = folders[to];
  if (share === undefined || share === 'all') return share === 'all';
  return typesOnly || (share !== 'types' && share.includes(target.slice(to.length + 1)));
}

/** `node:*` covers `node:fs`, `hucre/*` covers `hucre/xlsx`. */
function covers(name: string, specifier: string): boolean {
  return name.endsWith('*') ? specifier.startsWith(name.slice(0, -1)) : name === specifier;
}
