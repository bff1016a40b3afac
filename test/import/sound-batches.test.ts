import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../../scripts/fixtures/random.ts';
import { referencesIn } from '../../src/contract/body.ts';
import { FAMILY_NAMES, type FamilyName } from '../../src/contract/family.ts';
import type { Field } from '../../src/contract/field.ts';
import {
  type Body,
  type InterfaceName,
  isRequired,
  type Json,
  KEY_SEPARATOR,
  type KindSpec,
} from '../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import { findingsIn, folderWith, sandboxConfig, trace } from '../cli/commands/harness.ts';
import { csvOf } from '../cli/commands/sheets.ts';
import { full, SLOW } from '../effort.ts';
import { mockInProcess } from '../mock/harness.ts';
import { soundBody } from '../mock/sound-body.ts';

const BATCHES = SLOW ? full(2000) : 15;
const SEED = 29_112_026;

/** Example rows of a template, and rows that are probably not records: a flag sends them nevertheless. */
const DELIBERATE: ReadonlySet<string> = new Set(['example-row', 'row-unclear']);

interface Sound {
  readonly kind: KindSpec;
  readonly body: Body;
}

/** Texts that are different keys, although a person may take one for another. */
const KEYS = [
  ...['A1', 'a1', 'А1', 'A 1', 'A  1', 'A-1', 'A\u20111', '0012', '12', '1E5', 'Été', 'x/y', 'S&P', 'NA'],
  'ﬁl',
];

/** Another value of a field that its contract allows; undefined to keep the example. */
function otherValue({ value, required }: Field, random: Random): Json | undefined {
  switch (value.type) {
    case 'choice':
      return random.pick(value.list.values.slice(0, 500));
    case 'country':
      return random.pick(['FR', 'NA', 'IT', 'CN', 'GB', 'TR']);
    case 'boolean':
      return random.next() < 0.5;
    case 'date':
      return `2026-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
    case 'text':
      return value.length === undefined
        ? random.pick(['Été 27', 'a, b; c', '12.50', 'Ø 5 mm', 'true', ...(required ? [] : ['N/A', '-'])])
        : undefined;
    default:
      return undefined;
  }
}

/** A random body that the interface probably accepts: optional fields are left out, others have other values. */
function bodyOf(kind: KindSpec, family: FamilyName, random: Random): Body {
  const body = soundBody(kind, family);
  const references = new Set(kind.references.flatMap(({ fields }) => fields));
  const required = new Set(
    kind.fields.filter((field) => isRequired(field, family)).map((field) => field.path.split(/[.[]/)[0]!),
  );
  for (const name of Object.keys(body))
    if (!required.has(name) && !kind.key.includes(name) && random.next() < 0.4) delete body[name];
  for (const field of kind.fields) {
    const { path: name, value } = field;
    if (!(name in body) || name === 'projectType' || references.has(name) || field.notBefore) continue;
    if (kind.key[0] === name && value.type === 'reference' && value.digits === undefined)
      body[name] = `${random.pick(KEYS)}${random.next() < 0.7 ? `-${random.whole(1, 9)}` : ''}`;
    else if (!kind.key.includes(name) && random.next() < 0.5)
      body[name] = otherValue(field, random) ?? body[name]!;
  }
  return body;
}

/** The records that a body refers to, with only what they need, and what these refer to. */
function neededBy(kind: KindSpec, body: Body, family: FamilyName, known = new Set<string>()): Sound[] {
  return referencesIn(kind, body).flatMap(({ to, key }) => {
    const named = kindNamed(kind.interface, to);
    if (known.has(`${to} ${key}`)) return [];
    known.add(`${to} ${key}`);
    const parts = named.key.map((name, at) => [name, key.split(KEY_SEPARATOR)[at] ?? ''] as const);
    const filled = Object.fromEntries(parts.filter(([, part]) => part !== ''));
    const own = soundBody(named, family, { fill: 'required', with: filled });
    return [...neededBy(named, own, family, known), { kind: named, body: own }];
  });
}

/** A batch of all kinds of an interface, and its family. */
function batchOf(random: Random): { name: InterfaceName; family: FamilyName; records: Sound[] } {
  const name = random.pick(['v2', 'v2', 'v3'] as const);
  const family = random.pick(FAMILY_NAMES);
  const records = kindsOf(name).flatMap((kind) =>
    Array.from({ length: random.whole(0, 2) }, () => {
      const body = bodyOf(kind, family, random);
      return [...neededBy(kind, body, family), { kind, body }];
    }).flat(),
  );
  return { name, family, records };
}

/** The records that the mock accepts, each once. */
async function taken(records: readonly Sound[], family: FamilyName): Promise<Sound[]> {
  const mock = mockInProcess();
  const found: Sound[] = [];
  for (const record of records) {
    const { status } = await mock.send(record.kind, family, record.body);
    if (status === 201) found.push(record);
  }
  return found;
}

test('a check reports no errors for random records that the mock accepts', {
  tags: ['sampled'],
  timeout: 1_800_000,
}, async () => {
  const random = new Random(SEED);
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig('http://unused.invalid') });
  const errors = new Map<string, string>();
  let count = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const { name, family, records } = batchOf(random);
    const sound = await taken(records, family);
    if (sound.length === 0) continue;
    count += sound.length;
    const files: string[] = [];
    for (const [kind, own] of Map.groupBy(sound, (record) => record.kind)) {
      files.push(`${kind.plural}.csv`);
      await writeFile(
        path.join(cwd, files.at(-1)!),
        csvOf(
          kind,
          own.map(({ body }) => body),
        ),
      );
    }
    const words = `--json --interface ${name} --family ${family} --batch B --external-refs --env sandbox`;
    const { stdout } = await trace(['check', ...files, ...words.split(' ')], { cwd });
    for (const { severity, code, message } of findingsIn(stdout))
      if (severity === 'error' && !DELIBERATE.has(code) && !errors.has(code))
        errors.set(code, `batch ${batch}, ${name}, ${family}: ${message}`);
  }
  expect([...errors]).toEqual([]);
  expect(count).toBeGreaterThan(3 * BATCHES);
});
