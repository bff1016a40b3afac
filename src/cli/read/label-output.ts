import { lstat, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type { Environment } from '../../config/environment.ts';
import type { Context } from '../../context.ts';
import { removeOldDrafts } from '../../drafts.ts';
import { TraceError } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import { systemDisk } from '../../read/export/disk.ts';
import { draftOf, OwnFiles, unwritable } from '../../read/export/own-files.ts';
import { codeOf } from '../../read/labels/code.ts';
import { fileNames } from '../../read/labels/file-name.ts';
import type { Label } from '../../read/labels/label.ts';
import { layoutOf, writeSheet } from '../../read/labels/sheet-pdf.ts';
import { labelWorkbook } from '../../read/labels/sheet-xlsx.ts';
import { headingOf } from '../../read/tables/headings/headings.ts';
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
 * The output that `--out`, `--image-format`, `--grid` and `--font` describe. They are checked before anything is read
 * from the service.
 *
 * @throws TraceError usage for flags that contradict each other, an unreadable font, or labels that are too small
 */
export async function labelOutput(options: QrOptions, context: Context): Promise<LabelOutput> {
  const typed = options.out ?? 'trace-qrcodes';
  if (typed === '-') throw usage(say().qrCodes.areFiles());
  const path = resolve(context.cwd, typed);
  const existing = await stat(path).catch(() => null);
  const extension = existing?.isDirectory() || /[/\\]$/.test(typed) ? '' : extname(typed).toLowerCase();
  const { force = false } = options;
  const onlyFor = (flag: 'image-format' | 'grid' | 'font', text: 'onlyLabels' | 'onlyImages') => {
    const given = flag === 'image-format' ? options.imageFormat : options[flag];
    if (given !== undefined) throw usage(say().qrCodes[text]({ flag, path: typed }));
  };
  if (extension !== '.pdf') for (const flag of ['grid', 'font'] as const) onlyFor(flag, 'onlyLabels');
  if (extension !== '') onlyFor('image-format', 'onlyImages');
  switch (extension) {
    case '':
      return imagesIn(path, typed, imagesOf(options.imageFormat), force);
    case '.pdf': {
      const layout = layoutIn(options.grid ?? '3x5');
      const font = options.font === undefined ? undefined : await fontAt(options.font, context);
      return oneFile(path, force, async (labels, draft, note) => {
        const out = systemDisk.stream(draft);
        const { pages, lost } = await writeSheet(out, labels, layout, {
          title: say().qrCodes.title(),
          font,
          at: context.now(),
        });
        if (lost > 0) note(say().qrCodes.letters({ count: lost, number: count(lost) }));
        const sheets = say().qrCodes.pages({ count: pages, number: count(pages) });
        return say().qrCodes.onPages({ codes: codes(labels), pages: sheets, path: typed });
      });
    }
    case '.xlsx':
      return oneFile(path, force, async (labels, draft) => {
        await writeFile(draft, await labelWorkbook(labels, say().qrCodes.title()));
        return say().qrCodes.inFile({ codes: codes(labels), path: typed });
      });
    default:
      throw usage(
        say().qrCodes.extension({ path: typed, extension, near: nearestSentence(extension, SHEETS) }),
        say().qrCodes.choose(),
      );
  }
}

const codes = (labels: readonly Label[]): string =>
  say().qrCodes.codes({ count: labels.length, number: count(labels.length) });

function imagesOf(format: string | undefined): readonly (typeof IMAGES)[number][] {
  const named = namesIn('--image-format', format?.toLowerCase(), IMAGES);
  return named.length === 0 ? IMAGES : IMAGES.filter((name) => named.includes(name));
}

function layoutIn(grid: string) {
  const [, columns, rows] = /^\s*([1-9]\d?)\s*[x×]\s*([1-9]\d?)\s*$/i.exec(grid) ?? [];
  if (columns !== undefined && rows !== undefined) return layoutOf(Number(columns), Number(rows));
  throw usage(say().qrCodes.grid({ grid }));
}

async function fontAt(file: string, { cwd }: Context): Promise<Uint8Array> {
  return readFile(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    throw usage(say().qrCodes.font({ file, code: `${error.code}` }));
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
      await systemDisk.folder(path, true).catch((error: unknown) => {
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
      return say().qrCodes.inFolder({
        codes: codes(labels),
        images: say().qrCodes.images({ count: images, number: count(images) }),
        path: typed,
      });
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
  throw new TraceError(
    'usage',
    'export-exists',
    existing.isFile() ? say().qrCodes.existsOther({ path }) : say().qrCodes.existsNotFile({ path }),
    say().qrCodes.existsHow(),
  );
}

/** Writes a file in one step. A link is replaced, not followed. */
async function put(path: string, bytes: Uint8Array): Promise<void> {
  const draft = draftOf(path, 'labels');
  try {
    await systemDisk.remove(draft);
    await writeFile(draft, bytes, { flag: 'wx' });
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

const usage = (message: string, hint?: string): TraceError =>
  new TraceError('usage', 'flag-value', message, hint);
