import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { Disk } from '../../../src/read/export/disk.ts';
import { type ExportJob, type ExportResult, runExport } from '../../../src/read/export/export.ts';
import type { ExportEvent } from '../../../src/read/export/export-event.ts';
import { outputsOf } from '../../../src/read/export/outputs.ts';
import type { ExportTable, Resource } from '../../../src/read/export/resource.ts';
import { RESOURCES } from '../../../src/read/export/resources.ts';
import type { Selection } from '../../../src/read/export/selection.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import type { Reading } from '../../../src/service/read-back/reading.ts';
import type { ReadSource } from '../../../src/service/read-client.ts';
import type { Answered } from '../../../src/service/read-record.ts';
import { openReads } from '../../../src/service/reads.ts';
import { folderWith } from '../../cli/commands/harness.ts';

export interface WorldStudy {
  readonly id: string;
  readonly productRef: string;
  readonly collection: string;
  readonly color: string;
  readonly state: string;
}

/** A service with literal products and studies, which records its requests. */
export interface World extends ReadSource {
  readonly studies: readonly WorldStudy[];
  readonly asked: string[];
  /** Replaces the response of the service, by the requested path. */
  instead: (path: string, nth: number) => Reading | Promise<Reading> | undefined;
  /** Additional fields of every study. */
  extra: Answered;
}

export function worldOf(studies: readonly WorldStudy[]): World {
  const asked: string[] = [];
  const refs = [...new Set(studies.map(({ productRef }) => productRef))];
  const product = (ref: string) => ({
    ...{ id: `id of ${ref}`, ref: [ref], name: `name of ${ref}`, category: 'TOPS' },
    studies: studies.filter(({ productRef }) => productRef === ref).map(extractOf),
  });
  const world: World = {
    ...{ origin: 'http://world.test', studies, asked, instead: () => undefined, extra: {} },
    async read(asking) {
      asked.push(asking);
      const other = await world.instead(asking, asked.length);
      if (other) return other;
      const url = new URL(asking, 'http://world.test');
      const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
      const query = (name: string) => url.searchParams.get(name) ?? '';
      if (parts[1] === 'products' && parts.length === 2) {
        const fits = refs.filter((ref) => ref.toLowerCase().includes(query('search').toLowerCase()));
        return page(url, fits.map(product));
      }
      if (parts[1] === 'packaging' && parts.length === 2) {
        return page(
          url,
          refs.map((ref) => ({ id: `pack ${ref}`, packagingRef: ref, type: 'BOX' })),
        );
      }
      if (parts[1] === 'products') {
        const ref = refs.find((each) => each === parts[2] || `id of ${each}` === parts[2]);
        return ref === undefined ? { type: 'absent' } : body(product(ref));
      }
      const study =
        parts.length === 2
          ? studies.find(
              (each) =>
                each.collection === query('collectionRef') &&
                each.productRef === query('productRef') &&
                each.color === query('colorCode'),
            )
          : studies.find(({ id }) => id === parts[2]);
      if (!study) return { type: 'absent' };
      return body({ ...(parts[3] === 'showcase' ? showcaseOf(study) : studyOf(study)), ...world.extra });
    },
  };
  return world;
}

/** `products` products in two collections, each in `colors` colours. */
export function studiesOf(products: number, colors = 2): WorldStudy[] {
  return Array.from({ length: products * colors }, (_, at) => ({
    id: `study-${at}`,
    productRef: `REF/${String(products - Math.floor(at / colors)).padStart(4, '0')} é`,
    collection: at % 3 === 0 ? 'SS27' : 'Été 27',
    color: `C${at % colors}`,
    state: at % 2 === 0 ? 'PUBLISHED' : 'IN_PROGRESS',
  }));
}

export const body = (value: unknown): Reading => ({ type: 'body', body: value });

type Failed = Extract<Reading, { type: 'failed' }>;
export const failed = (answer: Failed['answer']): Reading => ({ type: 'failed', answer });

export const broken = (status: number) => failed({ type: 'unknown', status, error: `HTTP ${status}` });

function page(url: URL, all: readonly unknown[]): Reading {
  const limit = Number(url.searchParams.get('limit'));
  const offset = Number(url.searchParams.get('offset'));
  return body({ limit, offset, total: all.length, data: all.slice(offset, offset + limit) });
}

function extractOf({ id, productRef, color, state, collection }: WorldStudy) {
  const brandCollection = { id: `id of ${collection}`, name: collection };
  return { id, productRef, colorCode: color, state, picture: '', brandCollection, links: [] };
}

export function studyOf({ id, productRef, collection, color, state }: WorldStudy) {
  return {
    ...{ id, state, brandCollectionName: collection, category: 'TOPS', productRef, colorCode: color },
    ...{ projectType: 'STANDARD', purchaseOrder: '', picture: '' },
    weight: 100 + Number(id.replace(/\D/g, '')) / 8,
    product: {
      id: `id of ${productRef}`,
      ref: productRef,
      name: 'Chemise brodée',
      publicName: '=1+1',
      certifications: [],
    },
    components: [
      { ref: `${id}-a`, name: 'line\nbreak; "quote"' },
      { ref: `${id}-b`, name: 'œuvre' },
    ],
    ...{ results: { climateChange: -0.5 }, links: [], showcaseTexts: {}, packaging: [], agecClaims: {} },
  };
}

function showcaseOf({ productRef, color, state }: WorldStudy) {
  return {
    ...{ name: productRef, publicName: '', type: 'TOPS', color, picture: '', sku: productRef, state },
    ...{ hasDurability: true, studyType: '', components: [], grades: {}, productCertifications: [] },
    ...{ impacts: {}, packaging: [], agecClaims: {} },
  };
}

const column = (name: string, type: 'text' | 'number' = 'text') => ({
  name,
  heading: name,
  type,
});

/** Two simple tables instead of the real ones. */
const TABLES: readonly ExportTable[] = [
  {
    name: 'study',
    columns: [column('id'), column('productRef'), column('name'), column('weight', 'number')],
    rows: (study) => [
      [
        String(study.id),
        String(study.productRef),
        (study.product as { publicName: string }).publicName,
        study.weight as number,
      ],
    ],
  },
  {
    name: 'component',
    columns: [column('study'), column('component'), column('name')],
    rows: (study) =>
      (study.components as { ref: string; name: string }[]).map(({ ref, name }) => [
        String(study.id),
        ref,
        name,
      ]),
  },
];

export const emptyFolder = () => folderWith();

/** How the export of a world differs from the default one. */
export interface ExportSettings {
  readonly subject?: keyof typeof RESOURCES;
  /** Replaces the resource of `subject`. */
  readonly resource?: Resource;
  readonly selection?: Partial<Selection>;
  readonly out?: string;
  readonly format?: string;
  readonly tables?: readonly ExportTable[];
  readonly byGrain?: boolean;
  readonly job?: Partial<ExportJob>;
  readonly disk?: Disk;
  readonly concurrency?: number;
}

export interface ExportRun {
  readonly exported: ExportResult;
  readonly events: readonly ExportEvent[];
  readonly stdout: string;
}

/** Runs an export in `cwd`, with its state below it. Time stands still and retries do not wait. */
export async function exportFrom(
  world: World,
  cwd: string,
  settings: ExportSettings = {},
): Promise<ExportRun> {
  const { subject = 'studies', resource = RESOURCES[subject], out = 'out/', tables = TABLES } = settings;
  const events: ExportEvent[] = [];
  const stdout = new Text();
  const onEvent = (event: ExportEvent) => void events.push(event);
  const reads = openReads(world, {
    limiter: new Limiter({ rate: 0, concurrency: settings.concurrency ?? 4 }),
    random: () => 0,
    onEvent: onEvent,
  });
  const exported = await runExport({
    reads,
    resource,
    selection: {
      subject: resource.name,
      ids: [],
      sent: null,
      filters: { states: [] },
      languages: ['fr', 'en', 'es', 'it'],
      ...settings.selection,
    },
    outputs: outputsOf({
      resource: resource.name,
      out,
      format: settings.format,
      byGrain: settings.byGrain ?? false,
      tables,
      headers: 'en',
      raw: false,
      cwd,
    }),
    ...{ folder: path.join(cwd, '.trace', 'exports'), target: 'world', environment: 'world', saved: '{}' },
    ...{ fresh: false, force: false, changedOnly: false, now: () => new Date(), onEvent, stdout },
    ...(settings.disk && { disk: settings.disk }),
    ...settings.job,
  });
  return { exported, events, stdout: stdout.text };
}

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** The bytes of every file below a folder, by path, without those of the state folder. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const found: [string, string][] = [];
  for (const name of names.sort()) {
    const full = path.join(folder, name);
    if (name.startsWith('.trace') || !(await stat(full)).isFile()) continue;
    found.push([name.replaceAll('\\', '/'), await readFile(full, 'latin1')]);
  }
  return Object.fromEntries(found);
}

/** Spools of interrupted exports. */
export async function spoolsIn(cwd: string): Promise<string[]> {
  const names = await readdir(path.join(cwd, '.trace', 'exports')).catch(() => []);
  return names.filter((name) => /^[0-9a-f]{16}$/.test(name));
}
