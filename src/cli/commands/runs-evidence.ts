import { resolve } from 'node:path';
import { command as advised, fileOperand } from '../../advice.ts';
import { type Context, write } from '../../context.ts';
import { toInterfaceNames } from '../../contract/body.ts';
import type { FamilyName } from '../../contract/family.ts';
import { type Body, createPath, type InterfaceName, keyText } from '../../contract/kind.ts';
import { kindNamed } from '../../contract/registry.ts';
import { usage } from '../../errors.ts';
import { provenanceOf } from '../../import/report/field-sources.ts';
import { attemptsOf, reportParts } from '../../import/report/report-parts.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { sendsRecords } from '../../ledger/runs.ts';
import { say } from '../../say.ts';
import { SealedArchive } from '../../sheets/sealed-archive.ts';
import { jsonText } from '../../terminal-text.ts';
import { VERSION } from '../../version.ts';
import { writeOutput } from '../run/list-file.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { reportJson } from '../view/run-report.ts';
import { terminalWidth, wrapSentence } from '../view/wrap.ts';

/**
 * Writes what the ledger knows of a run into one archive that another machine can verify, and prints the hash of its manifest.
 *
 * @throws TraceError `run-unknown` for a run that sends nothing or has not ended; `export-exists`, `export-unwritable`
 */
export async function writeEvidence(
  ledger: Ledger,
  run: RunRow,
  { out, force, place }: { readonly out: string; readonly force: boolean; readonly place: readonly string[] },
  { cwd, stdout }: Context,
): Promise<void> {
  if (!sendsRecords(run)) throw usage('run-unknown', say().runs.notAnImport({ run: run.id }));
  if (run.finishedAt === null)
    throw usage(
      'run-unknown',
      say().evidence.notEnded({ run: run.id }),
      say().evidence.resumeFirst({ command: advised('resume', run.id, ...place) }),
    );
  const { files } = reportParts(ledger, run);
  const { maps = [] } = JSON.parse(run.options) as { maps?: readonly object[] };
  const sha256 = await writeOutput(resolve(cwd, out), force, async (file) => {
    const archive = new SealedArchive(file);
    await archive.write('report.json', reportJson(reportParts(ledger, run)));
    await archive.write('plan.jsonl', lines(ledger.plan(run.run).groups()));
    await archive.write('provenance.jsonl', lines(provenanceOf(ledger, run)));
    await archive.write('requests.jsonl', lines(requestsOf(ledger, run)));
    const { id, command, environment, target, startedAt, finishedAt } = run;
    const about = { run: id, command, environment, target, interface: run.interface, startedAt, finishedAt };
    return archive.end({ schemaVersion: SCHEMA_VERSION, trace: VERSION, ...about, inputs: files, maps });
  });
  const texts = say().evidence;
  const verify = advised('evidence', 'verify', fileOperand(out), '--manifest', sha256);
  for (const sentence of [texts.written({ file: out, sum: sha256 }), texts.toVerify({ command: verify })])
    for (const line of wrapSentence(sentence, terminalWidth(stdout))) await write(stdout, `${line}\n`);
}

function* lines(items: Iterable<unknown>): Iterable<string> {
  for (const item of items) yield `${jsonText(item)}\n`;
}

/** The records for which a request was sent: what was sent last, each attempt, and what the service gave. */
function* requestsOf(ledger: Ledger, run: RunRow): Iterable<unknown> {
  const history = ledger.history(run.run);
  for (const row of ledger.provenance(run.run).records()) {
    if (row.attempts === 0) continue;
    const kind = kindNamed(run.interface as InterfaceName, row.kind);
    const body = toInterfaceNames(kind, JSON.parse(row.sent ?? row.body) as Body);
    const path = row.isUpdate ? null : createPath(kind, (row.family || null) as FamilyName | null);
    const answer = row.answer === null ? null : (JSON.parse(row.answer) as unknown);
    const about = { kind: row.kind, key: keyText(row.key), family: row.family || null };
    yield { ...about, update: row.isUpdate, path, body, tries: attemptsOf(history, row), answer };
  }
}
