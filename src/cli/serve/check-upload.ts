import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { command as advised } from '../../advice.ts';
import type { Context } from '../../context.ts';
import { usage } from '../../errors.ts';
import { checkInput } from '../../import/check-input.ts';
import type { ReportedFinding } from '../../import/report/report-parts.ts';
import type { Served } from '../../page/document.ts';
import { text } from '../../page/html.ts';
import { say } from '../../say.ts';
import { noTotals } from '../../send/push/outcome.ts';
import { inputOf } from '../flags/input.ts';
import type { EnvironmentOptions } from '../flags/input-flags.ts';
import { copiesOfCheck, extensionOf, HeaderRows } from '../run/annotating.ts';
import { jobOf } from '../run/inspecting.ts';
import { temporaryFolder } from '../run/temporary-folder.ts';
import { checkVerdict } from '../run/verdicts.ts';
import { runPage } from '../view/run-page/run-page.ts';
import type { Report } from '../view/run-report.ts';
import { findingRows } from '../view/served/lists.ts';
import { linkList, type Site, servedAs } from '../view/served/page.ts';
import type { Visit } from './server.ts';

/** A file from a browser, or for it. */
interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What is kept of a check: its page, and the annotated copies. */
export interface CheckedUpload {
  readonly page: string;
  readonly copies: readonly NamedBytes[];
}

/** Most findings that are listed by row. */
const LISTED = 1000;

/**
 * Checks files as `trace check` does. They are in a temporary folder, which is removed before this returns or throws. `address`: where the
 * page will be, for its links to the copies.
 *
 * @throws TraceError for a wrong configuration; what is wrong with a file is a finding
 */
export async function checkUpload(
  uploads: readonly NamedBytes[],
  options: EnvironmentOptions,
  { site, address }: { readonly site: Site; readonly address: string },
  context: Context,
): Promise<CheckedUpload> {
  const startedAt = context.now().toISOString();
  await using folder = await temporaryFolder('serve');
  const folders = uploads.map((_, at) => join(folder.path, `${at}`));
  const files = uploads.map(({ name }, at) => join(folders[at]!, safeName(name)));
  for (const [at, file] of files.entries()) {
    await mkdir(folders[at]!);
    await writeFile(file, uploads[at]!.bytes);
  }
  // People see the names of their files without the folder.
  const named = (text: string) => folders.reduce((rest, own) => rest.replaceAll(own + sep, ''), text);
  const input = await inputOf(files, { ...options, offline: true }, { context });
  const { environment, settings } = input;
  const headers = new HeaderRows();
  const invocation = { files: files.map((file) => basename(file)), flags: [] };
  const job = jobOf({ environment, settings }, { ...invocation, files }, {}, context);
  using checked = await checkInput({ ...job, listsAll: true, emit: (event) => headers.on(event) });
  context.signal.throwIfAborted();
  const verdict = checkVerdict(checked, { environment, invocation, signal: context.signal });
  const sentence = named(verdict.text);
  const { mapSuggestion } = verdict.exitCode === 0 ? {} : await import('../map/understood.ts');
  const foreign = await mapSuggestion?.(checked, settings, invocation, context.signal);

  const targets: { file: string; path: string }[] = [];
  for (const [at, file] of files.entries()) {
    const extension = (await extensionOf(file)) ?? '.xlsx';
    const own = join(folders[at]!, 'copy');
    await mkdir(own);
    targets.push({ file, path: join(own, `${basename(file, extname(file))}-annotated${extension}`) });
  }
  const copying = { checked, verdict: sentence, settings, targets, headers, options: {}, context, map: null };
  const lines = await copiesOfCheck(copying);
  const written = targets.map(async ({ path }) => ({ name: basename(path), bytes: await readFile(path) }));
  const settled = await Promise.allSettled(written);
  const copies = settled.flatMap((copy) => (copy.status === 'fulfilled' ? [copy.value] : []));

  const shown = ({ origin, message, suggestion, ...finding }: ReportedFinding): ReportedFinding => ({
    ...finding,
    origin: { ...origin, file: named(origin.file) },
    message: named(message),
    suggestion: suggestion && named(suggestion),
  });
  const report: Report = {
    head: {
      ...{ run: null, environment: environment.name, interface: checked.interface, startedAt },
      ...{ finishedAt: context.now().toISOString(), exitCode: verdict.exitCode, error: null },
      verdict: { text: foreign?.sentence ?? sentence, next: foreign?.command ?? verdict.next },
      totals: noTotals(),
    },
    files: checked.files.map((file) => ({ ...file, path: named(file.path) })),
    findings: Iterator.from(checked.findings()).map(shown),
    ...{ batches: [], ignoredColumns: [], records: [] },
  };
  const links = copies.map(({ name }, at) => [`${address}/${at}`, name] as const);
  const failed = lines.map(named).filter((line) => !copies.some(({ name }) => line.includes(name)));
  const notes = failed.map((line) => `<p>${text(line)}</p>`);
  const byRow = Iterator.from(checked.findings()).take(LISTED).map(shown).toArray().sort(byPlace);
  const { byRow: heading, copies: copiesHeading, result } = say().serve;
  const served: Served = {
    ...servedAs(site, 'check'),
    title: result({ files: invocation.files.join(', ') }),
    before: [['copies', copiesHeading(), linkList(links) + notes.join('')]],
    after: [['rows', heading(), findingRows(byRow)]],
  };
  return { page: (await Array.fromAsync(runPage(report, served))).join(''), copies };
}

const byPlace = ({ origin: one }: ReportedFinding, { origin: other }: ReportedFinding): number =>
  one.file.localeCompare(other.file) ||
  (one.sheet ?? '').localeCompare(other.sheet ?? '') ||
  (one.row ?? 0) - (other.row ?? 0);

/** The name of a file from a browser without what has a meaning in a path, on any system. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const plain = last.replace(/[\p{Cc}<>:"|?*]|^[. ]+|[. ]+$/gu, '_').slice(-80);
  return /^(con|prn|aux|nul|com\d|lpt\d)?(\.|$)/i.test(plain) ? `_${plain}` : plain;
}

/**
 * The files of a form.
 *
 * @throws TraceError `upload-size`, `upload-empty`, `upload-malformed`
 */
export async function uploadsOf(request: Visit['request'], megabytes: number): Promise<NamedBytes[]> {
  const { malformed, noFile, noFileHow, tooLarge, tooLargeHow } = say().serve;
  const parts: Uint8Array[] = [];
  let room = megabytes * 1024 * 1024;
  // What is too much is read, too: a browser shows no answer before it has sent all.
  for await (const part of request as AsyncIterable<Uint8Array>) {
    room -= part.length;
    if (room >= 0) parts.push(part);
  }
  if (room < 0) {
    const command = advised('check', say().placeholders.file());
    throw usage('upload-size', tooLarge({ number: `${megabytes}` }), tooLargeHow({ command }));
  }
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(Buffer.concat(parts), { headers }).formData().catch((error: unknown) => {
    throw usage('upload-malformed', malformed(), noFileHow(), error);
  });
  const files = form.getAll('files').filter((one) => typeof one !== 'string' && one.name !== '') as File[];
  if (files.length === 0) throw usage('upload-empty', noFile(), noFileHow());
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.bytes() })));
}
