import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { family as familySchema } from '../config/schema.ts';
import { write } from '../context.ts';
import { findKind, kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import { nearestSentence } from '../findings/nearest.ts';
import { writeWorkbook } from '../sheets/workbook-writer.ts';
import { templateWorkbook } from '../template/template.ts';
import type { Session } from './command.ts';
import { flags, helpTail } from './help.ts';

interface TemplateOptions {
  readonly out?: string;
  readonly family?: string;
  readonly force?: boolean;
}

export function define(command: Command, { context }: Session): void {
  command.argument('[kinds...]', 'suppliers, packaging, products, components; all when none is named');
  flags(command, [
    ['--out <file>', 'the workbook to write; trace-template.xlsx when not given; - for standard output'],
    ['--family <name>', 'mark what this family requires, and fill its project type in'],
    ['--force', 'replace a file that is there'],
  ]);
  helpTail(command, [
    'trace template',
    'trace template suppliers products --out blank.xlsx',
    'trace template --family MODULE360_AGEC',
  ]);
  command.action(async (names: string[], options: TemplateOptions) => {
    const all = kindsOf('v2');
    const plurals = all.map((kind) => kind.plural);
    const named = names.map((name) => {
      const kind = findKind('v2', name);
      if (kind) return kind;
      throw new TraceError(
        'usage',
        'kind-unknown',
        `"${name}" is no kind of record.${nearestSentence(name, plurals)}`,
        `Kinds: ${plurals.join(', ')}.`,
      );
    });
    const kinds = [...new Set(named)];
    const family = options.family === undefined ? undefined : familySchema.safeParse(options.family);
    if (family && !family.success)
      throw new TraceError(
        'usage',
        'flag-value',
        `--family "${options.family}": it ${family.error.issues[0]!.message}.`,
      );
    const bytes = await writeWorkbook(templateWorkbook('v2', kinds.length > 0 ? kinds : all, family?.data));
    const out = options.out ?? 'trace-template.xlsx';
    if (out === '-') {
      await write(context.stdout, bytes);
      return;
    }
    const path = resolve(context.cwd, out);
    await writeFile(path, bytes, { flag: options.force ? 'w' : 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        const there = error.code === 'EEXIST';
        throw new TraceError(
          'usage',
          'file-unwritable',
          there ? `${path} is there already.` : `${path} cannot be written (${error.code}).`,
          there ? 'Name another with --out, or say --force.' : undefined,
        );
      },
    );
    await write(
      context.stderr,
      `${path}: ${kinds.length || all.length} sheets. Fill it in, then: trace check "${out}"\n`,
    );
  });
}
