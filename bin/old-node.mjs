// Runs on the Node that trace cannot run on: plain JavaScript, and nothing of src.
import { closeSync, lstatSync, openSync, readSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';

/** What every report starts with: no other file is replaced. */
const REPORT_START = '{"schemaVersion":';
/** Commands that write a report where TRACE_REPORT says so. */
const REPORTING = ['import', 'resume', 'resolve', 'update'];
const OUTCOMES =
  'created updated existing outdated unchanged rejected blocked invalid failed in-doubt not-attempted'.split(
    ' ',
  );

/** These texts stand here: the files of the languages are built for the Node that is missing. */
const TEXTS = {
  en: {
    needs: (version, path) => `trace needs Node 24 or newer; this is Node ${version} (${path}).`,
    hint: 'Install Node 24, or name it: /path/to/node /path/to/trace.js. In a checkout, "npx trace" uses the Node it brings.',
    unwritable: (path, why) => `The report ${path} cannot be written (${why}).`,
    otherFile: 'it is there, and is no earlier report',
  },
  fr: {
    needs: (version, path) => `trace demande Node 24 ou plus récent ; ici, c’est Node ${version} (${path}).`,
    hint: 'Installez Node 24, ou nommez-le : /chemin/vers/node /chemin/vers/trace.js. Dans une copie du dépôt, "npx trace" utilise le Node qu’elle apporte.',
    unwritable: (path, why) => `Le rapport ${path} ne peut pas être écrit (${why}).`,
    otherFile: 'un autre fichier s’y trouve, et ce n’est pas un rapport',
  },
};

/** The language that the command line, TRACE_LANG or the locale names; English where a program reads the report. */
function textsOf(argv, env) {
  const at = argv.indexOf('--lang');
  const flag = at === -1 ? argv.find((word) => word.startsWith('--lang='))?.slice(7) : argv[at + 1];
  const isForScripts =
    argv.some((word) => /^--(?:json|json-lines|report)(?:=|$)/.test(word)) || env.TRACE_REPORT;
  const locale = isForScripts ? '' : env.LC_ALL || env.LC_MESSAGES || env.LANG;
  return /^fr/i.test(flag ?? (env.TRACE_LANG || locale || '')) ? TEXTS.fr : TEXTS.en;
}

/** Ends a command that cannot begin; nobody takes the report of an earlier run for its own. */
export function endOldNode(argv, env, startedAt) {
  const version = process.versions.node;
  const texts = textsOf(argv, env);
  const { hint } = texts;
  const message = texts.needs(version, process.execPath);
  process.stderr.write(`${message}\n${hint}\n`);
  process.exitCode = 2;
  const named = reportPath(argv, env);
  if (named === null) return;
  const path = named.replace(/^~(?=[/\\])/, () => homedir());
  const report = {
    schemaVersion: 1,
    run: null,
    environment: null,
    interface: null,
    startedAt,
    finishedAt: startedAt,
    exitCode: 2,
    error: { code: 'node-too-old', message, hint },
    verdict: { text: message, next: null },
    files: [],
    batches: [],
    totals: Object.fromEntries(OUTCOMES.map((name) => [name, 0])),
    findings: [],
    findingsOmitted: [],
    ignoredColumns: [],
    records: [],
  };
  try {
    replace(path, `${JSON.stringify(report)}\n`, texts);
  } catch (error) {
    process.stderr.write(`${texts.unwritable(path, error.code || error.message)}\n`);
  }
}

function reportPath(argv, env) {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const at = words.findIndex((word) => word === '--report' || word.startsWith('--report='));
  if (at !== -1) return (words[at] === '--report' ? words[at + 1] : words[at].slice(9)) || null;
  return (words.some((word) => REPORTING.includes(word)) && env.TRACE_REPORT) || null;
}

function replace(path, text, { otherFile }) {
  if (!isFree(path)) throw new Error(otherFile);
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    renameSync(draft, path);
  } catch (error) {
    unlinkSync(draft);
    throw error;
  }
}

/** Whether nothing is there, or an earlier report. */
function isFree(path) {
  let there;
  try {
    there = lstatSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
  if (!there.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(REPORT_START.length);
    return start.toString('utf8', 0, readSync(file, start, 0, start.length, 0)) === REPORT_START;
  } finally {
    closeSync(file);
  }
}
