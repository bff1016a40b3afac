import type { Writable } from 'node:stream';
import { exportRecords } from '../cli/read/exporting.ts';
import type { Context } from '../context.ts';
import { RESOURCES } from '../read/export/resources.ts';
import { flagsOf } from './flags.ts';
import type { ExportOptions } from './options.ts';
import type { ExportEvent, ExportResult } from './results.ts';

export async function exportWith(
  { out, showcase, ...options }: ExportOptions,
  emit: (event: ExportEvent) => void,
  context: Context,
): Promise<ExportResult> {
  const isStream = typeof out === 'object';
  const flags = flagsOf({ ...options, showcase, out: isStream ? '-' : out });
  const resource = showcase ? RESOURCES.showcases : RESOURCES.studies;
  const target = isStream ? { ...context, stdout: out as Writable } : context;
  const exported = await exportRecords(resource, options.ids ?? [], flags, target, { watch: emit });
  const { result, outputs, verdict } = exported;
  const { records, unchanged, problems } = result;
  const { exitCode, text, next } = verdict;
  const files = outputs.files.flatMap(({ path }) => path ?? []);
  return { exitCode, verdict: { text, next }, records, unchanged, files, problems };
}
