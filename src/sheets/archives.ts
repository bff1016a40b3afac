import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { numberText, say } from '../say.ts';
import { hashFile, readBytes } from './bytes.ts';
import { Damage } from './damage.ts';
import { type Input, type ReadContext, spooledInput } from './input.ts';
import { limitError } from './limits.ts';
import { archiveRefusal, type Refusal, refusalOf } from './refusal.ts';
import type { Limits, Source } from './source.ts';
import { Archive } from './xlsx/archive.ts';

/** The ratio of the unpacked to the packed size is limited only above this number of bytes. */
const SUSPECT_BYTES = 100 * 1024 ** 2;

/** Files that operating systems add to archives: they are ignored. */
const SYSTEM_FILES = /(?:^|\/)(?:__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._[^/]*$)/i;

/** Number of files that a message lists. */
const MAX_LISTED_FILES = 10;

/** The function that opens the unpacked file. */
type OpenInner = (input: Input) => Promise<Source | Refusal>;

/** Opens what is in a zip archive: a workbook of any format, or one file. */
export async function openArchive(
  input: Input,
  limits: Limits,
  context: ReadContext,
  openInner: OpenInner,
): Promise<Source | Refusal> {
  const archive = await Archive.open(input, limits);
  const { openWorkbook } = await import('./xlsx/workbook.ts');
  const workbook = await openWorkbook(input, archive, limits, context.onFinding);
  if (workbook !== undefined) return workbook;
  if (archive.has('xl/workbook.bin')) {
    await archive.verify();
    const { openOldExcel } = await import('./old-excel/open.ts');
    return openOldExcel(input, 'xlsb', limits, context);
  }
  const type = archive.has('mimetype') ? await archive.start('mimetype', 200) : '';
  if (type.includes('opendocument.spreadsheet')) {
    const { openOds } = await import('./ods/ods.ts');
    return openOds(input, archive, limits, context);
  }
  const document = documentIn(archive, type);
  if (document !== undefined) return document;
  const files = archive.fileNames.filter((name) => !SYSTEM_FILES.test(name));
  if (files.length !== 1) return archiveRefusal(archiveText(files), say().instead.unpack());
  if (input.inner !== undefined) return refusalOf('nested');
  const inner = files[0]!;
  return openUnpacked(input, basename(inner), archive.bytesOf(inner), limits, context, openInner);
}

/** Opens a file that gzip compressed. */
export async function openGzip(
  input: Input,
  limits: Limits,
  context: ReadContext,
  openInner: OpenInner,
): Promise<Source | Refusal> {
  if (input.inner !== undefined) return refusalOf('nested');
  const inner = basename(input.file)
    .replace(/\.(?:gz|gzip)$/i, '')
    .replace(/\.tgz$/i, '.tar');
  return openUnpacked(input, inner, gunzipped(input), limits, context, openInner);
}

function documentIn(archive: Archive, type: string): Refusal | undefined {
  const { foreign, instead } = say();
  if (type.includes('opendocument')) return archiveRefusal(foreign.openDocument(), instead.workbook());
  if (archive.has('word/document.xml')) return archiveRefusal(foreign.word(), instead.workbook());
  if (archive.has('ppt/presentation.xml')) return archiveRefusal(foreign.presentation(), instead.workbook());
  if (archive.names.some((name) => /\.iwa$|^index\.zip$|^index\.xml(?:\.gz)?$/.test(name)))
    return archiveRefusal(foreign.numbers(), instead.numbers());
  return undefined;
}

function archiveText(files: readonly string[]): string {
  const { archive, archiveOf, andMore } = say().foreign;
  const count = { count: files.length, number: numberText(files.length) };
  if (files.length === 0) return archive(count);
  const shown = files.slice(0, MAX_LISTED_FILES).join(', ');
  const more = files.length - MAX_LISTED_FILES;
  return archiveOf({
    ...count,
    files: more > 0 ? andMore({ files: shown, number: numberText(more) }) : shown,
  });
}

async function openUnpacked(
  outer: Input,
  inner: string,
  bytes: AsyncIterable<Buffer>,
  limits: Limits,
  context: ReadContext,
  openInner: OpenInner,
): Promise<Source | Refusal> {
  const input = await spooledInput({ file: outer.file, inner }, bytes, context, (size) => {
    if (size > limits.inflatedBytes) throw limitError(limits, 'inflatedBytes', say().limits.unpacked);
    if (size > SUSPECT_BYTES && size > outer.size * limits.ratio)
      throw limitError(limits, 'ratio', say().limits.unpackedRatio);
  });
  try {
    // Hashed before the source is opened: if this fails, there is no source to close.
    const sha256 = await hashFile(outer.handle);
    const source = await openInner(input);
    if (!('sheets' in source)) {
      await input.close();
      return { ...source, message: say().foreign.inArchive({ file: inner, sentence: source.message }) };
    }
    return {
      ...source,
      inner,
      description: say().opened.unpacked({ format: source.description }),
      sha256,
      close: async () => {
        await source.close();
        await outer.close();
      },
    };
  } catch (error) {
    await input.close();
    throw error;
  }
}

async function* gunzipped(input: Input): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // The callback ignores the error: `gunzip` throws it in the loop.
  pipeline(Readable.from(readBytes(input.handle)), gunzip, () => {});
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    throw new Damage(say().damaged.packed(), say().instead.getAgain());
  }
}
