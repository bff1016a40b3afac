import { type Body, type KindSpec, oncePer } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import { cleanText } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import { exampleBodies } from '../layout/example-row.ts';
import type { Draft } from '../record.ts';
import { rowFinding } from './rule.ts';

/** An error if the row is an example row of `trace template` without its mark. */
export function exampleFinding(draft: Draft): Finding | undefined {
  const { kind } = draft.map;
  const key = draft.body[kind.key[0]!];
  if (key === undefined || !exampleTexts(kind).has(String(key))) return undefined;
  if (!exampleBodies(kind).some((example) => isExample(kind, example, draft.body))) return undefined;
  const message = say().input.exampleRow();
  return rowFinding(draft, 'example-row', 'error', kind.key[0]!, message, {
    value: key,
    suggestion: say().input.exampleRowAdvice(),
  });
}

/** All values in the example rows of a kind, as texts. Reading these rows as a sheet takes longer than a small file. */
const exampleTexts = oncePer((kind: KindSpec): ReadonlySet<string> => {
  const values = [
    ...kind.fields.map(({ example }) => example),
    ...(kind.examples ?? []).flatMap(Object.values),
  ];
  return new Set(values.map((value) => cleanText(String(value))));
});

/**
 * Whether a row is an example row: it has the key of the example, at least half of its values, and
 * no different value. Not all values are needed, because the user may have deleted columns. The
 * family and the batch are not compared, because the user fills them in.
 */
function isExample(kind: KindSpec, example: Body, body: Body): boolean {
  if (body[kind.key[0]!] !== example[kind.key[0]!]) return false;
  const names = Object.keys(example).filter((name) => name !== 'projectType' && name !== kind.batchField);
  const both = names.filter((name) => body[name] !== undefined);
  if (both.length * 2 < names.length) return false;
  return both.every((name) => JSON.stringify(body[name]) === JSON.stringify(example[name]));
}
