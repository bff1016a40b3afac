import { lstat, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { flag } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import type { Context } from '../../context.ts';
import { refuseKept, removeOldDrafts } from '../../drafts.ts';
import { flagError, TraceError, usage } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import { readWhole } from '../../pipe.ts';
import { systemDisk } from '../../read/export/disk.ts';
import { draftOf, OwnFiles, unwritable } from '../../read/export/own-files.ts';
import { codeOf } from '../../read/labels/code.ts';
import { fileNames } from '../../read/labels/file-name.ts';
import { displayName, type Label } from '../../read/labels/label.ts';
import {
  canScan,
  gridFor,
  type Layout,
  layoutOf,
  leastSideFor,
  MM,
  paperLayout,
} from '../../read/labels/layout.ts';
import { isRoll, PAPERS, type Paper, paperNamed, paperNames } from '../../read/labels/papers.ts';
import { writeSheet } from '../../read/labels/sheet-pdf.ts';
import { labelWorkbook } from '../../read/labels/sheet-xlsx.ts';
import { headingOf } from '../../read/tables/headings.ts';
import { localText } from '../../read/tables/portrait/figures.ts';
import { say } from '../../say.ts';
import { csvSink } from '../../sheets/csv-writer.ts';
import type { QrOptions } from '../commands/brand-products-qrcodes.ts';
import { namesIn } from '../flags/filters.ts';
import { count } from '../view/sentences.ts';

/** Writes QR codes to files. */
interface LabelOutput {
  /** Writes the codes. Returns a sentence that names the files. */
  write(labels: readonly Label[], environment: Environment, note: (text: string) => void): Promise<string>;
}

const IMAGES = ['svg', 'png'] as const;
const SHEETS = ['.pdf', '.xlsx'] as const;

/**
 * The output that `--out`, `--image-format`, `--grid`, `--paper`, `--start-at` and `--font` describe. They are checked before anything is read
 * from the service.
 *
 * @throws TraceError usage for flags that contradict each other, an unreadable font, or labels that are too small
 */
export async function labelOutput(options: QrOptions, context: Context): Promise<LabelOutput> {
  const typed = options.out ?? 'trace-qrcodes';
  if (typed === '-') throw flagError(say().labels.notToStdout());
  const path = resolve(context.cwd, typed);
  const existing = await stat(path).catch(() => null);
  const extension = existing?.isDirectory() || /[/\\]$/.test(typed) ? '' : extname(typed).toLowerCase();
  const { force = false } = options;
  if (extension !== '.pdf')
    for (const [flag, given] of [
      ['grid', options.grid],
      ['paper', options.paper],
      ['start-at', options.startAt],
      ['font', options.font],
    ] as const)
      if (given !== undefined) throw flagError(say().labels.onlyForSheets({ flag, out: typed }));
  if (extension !== '' && options.imageFormat !== undefined)
    throw flagError(say().labels.onlyForImages({ flag: 'image-format', out: typed }));
  switch (extension) {
    case '':
      return imagesIn(path, typed, imagesOf(options.imageFormat), force);
    case '.pdf': {
      const sheets = sheetsOf(options);
      const { layout, startAt } = sheets;
      const font = options.font === undefined ? undefined : await fontAt(options.font, context);
      return oneFile(path, force, async (labels, draft, note) => {
        refuseSmall(labels, sheets);
        const out = systemDisk.stream(draft);
        const { pages, lost } = await writeSheet(out, labels, layout, {
          title: say().labels.title(),
          startAt,
          font,
          at: context.now(),
        });
        if (lost > 0) note(say().labels.fontLost({ count: lost, number: count(lost) }));
        return say().labels.onPages({
          codes: codes(labels),
          count: pages,
          number: count(pages),
          out: typed,
        });
      });
    }
    case '.xlsx':
      return oneFile(path, force, async (labels, draft) => {
        await writeFile(draft, await labelWorkbook(labels, say().labels.title()), { mode: 0o600 });
        return say().labels.inFile({ codes: codes(labels), out: typed });
      });
    default:
      throw flagError(
        say().labels.noFormat({ out: typed, extension, near: nearestSentence(extension, SHEETS) }),
        say().labels.formats(),
      );
  }
}

const codes = (labels: readonly Label[]): string =>
  say().labels.codes({ count: labels.length, number: count(labels.length) });

function imagesOf(format: string | undefined): readonly (typeof IMAGES)[number][] {
  const named = namesIn('--image-format', format?.toLowerCase(), IMAGES);
  return named.length === 0 ? IMAGES : IMAGES.filter((name) => named.includes(name));
}

function layoutIn(grid: string) {
  const [, columns, rows] = /^\s*([1-9]\d?)\s*[x×]\s*([1-9]\d?)\s*$/i.exec(grid) ?? [];
  if (columns !== undefined && rows !== undefined) return layoutOf(Number(columns), Number(rows));
  throw flagError(say().labels.gridText({ grid }));
}

/** Where labels are printed, and from which place on the first page. */
interface Sheets {
  readonly layout: Layout;
  readonly startAt: number;
  /** The paper of `--paper`; null for a blank page that is divided by `--grid`. */
  readonly paper: Paper | null;
  readonly grid: string;
}

function sheetsOf({ grid, paper: named, startAt: from }: QrOptions): Sheets {
  if (named !== undefined && grid !== undefined) throw flagError(say().labels.gridOrPaper());
  const paper = named === undefined ? null : paperOf(named);
  const layout = paper ? paperLayout(paper) : layoutIn(grid ?? '3x5');
  const sheets = { layout, paper, grid: grid ?? '3x5', startAt: 1 };
  if (paper && !canScan(layout, MIN_MODULES)) throw tooSmall(sheets, MIN_MODULES, null);
  if (from === undefined) return sheets;
  if (paper && isRoll(paper)) throw flagError(say().labels.startOnRoll());
  const most = layout.columns * layout.rows;
  const startAt = /^\s*\d{1,4}\s*$/.test(from) ? Number(from) : 0;
  if (startAt < 1 || startAt > most) throw flagError(say().labels.startAt({ text: from, most: `${most}` }));
  return { ...sheets, startAt };
}

/** The modules of the smallest QR code. */
const MIN_MODULES = 21;

function paperOf(text: string): Paper {
  const paper = paperNamed(text);
  if (paper) return paper;
  const near = nearestSentence(
    text,
    PAPERS.map(({ name }) => name),
  );
  throw flagError(
    say().labels.unknownPaper({ paper: text, near }),
    say().labels.papers({ sheets: paperNames(false), rolls: paperNames(true) }),
  );
}

/**
 * Refuses labels that are too small for their codes before anything is printed.
 *
 * @throws TraceError usage `labels-small` that names the nearest size
 */
function refuseSmall(labels: readonly Label[], sheets: Sheets): void {
  let [most, widest]: [number, Label | null] = [0, null];
  for (const label of labels) {
    const size = codeOf(label.link)?.size ?? 0;
    if (size > most) [most, widest] = [size, label];
  }
  if (widest && !canScan(sheets.layout, most)) throw tooSmall(sheets, most, widest);
}

function tooSmall({ layout, paper, grid }: Sheets, size: number, label: Label | null): TraceError {
  const millimetres = localText(Math.max(0, Math.floor((10 * layout.side) / MM + 1e-6) / 10));
  const least = `${leastSideFor(size)}`;
  const small = (message: string, flag: string) =>
    usage('labels-small', message, say().labels.nearest({ flag }));
  if (!paper) {
    const { columns, rows } = gridFor(size, layout.columns);
    const name = label ? displayName(label) : '';
    return small(
      say().labels.gridCodeSmall({ grid, millimetres, name, least }),
      flag('--grid', `${columns}x${rows}`),
    );
  }
  const values = {
    paper: paper.name,
    width: localText(paper.label.width),
    height: localText(paper.label.height),
  };
  // Rolls are for other printers than sheets.
  const others = PAPERS.filter((one) => isRoll(one) === isRoll(paper));
  const near = others.find((one) => canScan(paperLayout(one), size)) ?? others.at(-1)!;
  return small(
    label
      ? say().labels.paperSmall({ ...values, millimetres, name: displayName(label), least })
      : say().labels.paperSmaller({ ...values, millimetres, least }),
    flag('--paper', near.name),
  );
}

async function fontAt(file: string, { cwd }: Context): Promise<Uint8Array> {
  return readWhole(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof TraceError) throw error;
    throw flagError(say().labels.fontMissing({ file, code: `${error.code}` }));
  });
}

/** Writes one file atomically. Does not replace a file that trace did not write. */
function oneFile(
  path: string,
  force: boolean,
  make: (labels: readonly Label[], draft: string, note: (text: string) => void) => Promise<string>,
): LabelOutput {
  return {
    async write(labels, environment, note) {
      const folder = join(environment.stateDir.value, 'exports');
      await systemDisk.folder(folder);
      const files = new OwnFiles(folder, systemDisk, 'labels');
      await files.check(path, force);
      await removeOldDrafts(dirname(path));
      const draft = draftOf(path, 'labels');
      await systemDisk.remove(draft);
      try {
        const sentence = await make(labels, draft, note);
        await files.publish(draft, path);
        return sentence;
      } catch (error) {
        throw unwritable(path, error);
      } finally {
        await systemDisk.remove(draft);
      }
    },
  };
}

/** Writes a folder of images, and a list of the product of each image. Without `force`, no other file is replaced. */
function imagesIn(
  path: string,
  typed: string,
  formats: readonly (typeof IMAGES)[number][],
  force: boolean,
): LabelOutput {
  return {
    async write(labels) {
      await systemDisk.folder(path, say().exports.chooseOut()).catch((error: unknown) => {
        throw unwritable(path, error);
      });
      await removeOldDrafts(path);
      const names = fileNames(labels);
      const files = function* () {
        for (const [at, { link }] of labels.entries()) {
          const code = codeOf(link)!;
          for (const format of formats)
            yield { name: `${names[at]}.${format}`, bytes: Buffer.from(code[format]()) };
        }
      };
      // All files are checked before the first is written. The list is always replaced.
      if (!force) for (const file of files()) await refuseOther(join(path, file.name), file.bytes);
      for (const file of files()) await put(join(path, file.name), file.bytes);
      await writeList(labels, names, join(path, 'qrcodes.csv'));
      const images = labels.length * formats.length;
      return say().labels.images({ codes: codes(labels), count: images, number: count(images), out: typed });
    },
  };
}

/**
 * Refuses to replace a file.
 *
 * @throws TraceError `export-exists` if another file, or something that is not a file, is at the path
 */
async function refuseOther(path: string, bytes: Uint8Array): Promise<void> {
  const existing = await lstat(path).catch(() => null);
  if (existing === null) return;
  if (existing.isFile() && existing.size === bytes.length && (await readFile(path)).equals(bytes)) return;
  throw usage(
    'export-exists',
    existing.isFile() ? say().labels.exists({ path }) : say().labels.existsOther({ path }),
    say().labels.otherFolder(),
  );
}

/** Writes a file in one step. A link is replaced, not followed. */
async function put(path: string, bytes: Uint8Array): Promise<void> {
  const draft = draftOf(path, 'labels');
  try {
    await refuseKept(path);
    await systemDisk.remove(draft);
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o600 });
    await systemDisk.rename(draft, path);
  } catch (error) {
    await systemDisk.remove(draft);
    throw unwritable(path, error);
  }
}

const listColumns = () =>
  ['file', 'reference', 'name', 'color', 'gtins', 'uniqueIdentifier', 'id', 'link'].map((name) => ({
    name,
    heading: headingOf(name),
    type: 'text' as const,
  }));

async function writeList(labels: readonly Label[], names: readonly string[], path: string): Promise<void> {
  const draft = draftOf(path, 'labels');
  try {
    await systemDisk.remove(draft);
    const out = systemDisk.stream(draft);
    const sink = csvSink(out, listColumns(), {});
    for (const [at, { reference, name, color, gtins, uniqueIdentifier, id, link }] of labels.entries()) {
      await sink.writeRow([names[at]!, reference, name, color, gtins.join('; '), uniqueIdentifier, id, link]);
    }
    await sink.end();
    await new Promise<void>((done, failed) =>
      out.end((error?: Error | null) => (error ? failed(error) : done())),
    );
    await systemDisk.rename(draft, path);
  } catch (error) {
    await systemDisk.remove(draft);
    throw unwritable(path, error);
  }
}
