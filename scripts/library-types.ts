import { writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { DOCUMENTS } from '../src/cli/view/document-schema.ts';
import { eventLine } from '../src/cli/view/event-schema.ts';
import { checkDocument, jsonSchemaOf, runReport } from '../src/cli/view/report-schema.ts';
import { configJsonSchema } from '../src/config/json-schema.ts';

// Writes `src/library/documents.ts`, which is not committed.

/** The types of documents that the library returns or accepts, from their schemas. */
const TYPES = {
  CheckDocument: () => jsonSchemaOf(checkDocument),
  PlanDocument: () => jsonSchemaOf(DOCUMENTS.plan),
  RunReport: () => jsonSchemaOf(runReport),
  RunEvent: events,
  Config: () => JSON.parse(configJsonSchema()) as object,
} satisfies Record<string, () => object>;

/** A title would be the name of a type. */
const withoutTitle = (key: string, value: unknown) =>
  key === 'title' && typeof value === 'string' ? undefined : value;

/** The events of a run, without what only a line of `--json-lines` has. */
function events(): object {
  const { anyOf, oneOf } = jsonSchemaOf(eventLine) as JSONSchema;
  const own = (oneOf ?? anyOf ?? []).map(({ properties = {}, required, ...line }) => {
    const { time: _, schemaVersion: __, ...members } = properties;
    return {
      ...line,
      properties: members,
      required: (required as string[]).filter((name) => name in members),
    };
  });
  return { oneOf: own.filter(({ properties }) => properties.type!.const !== 'finished') };
}

async function libraryTypes(): Promise<string> {
  const types = Object.entries(TYPES).map(async ([name, schemaOf]) => {
    const schema = JSON.parse(JSON.stringify(schemaOf(), withoutTitle)) as JSONSchema;
    return compile(schema, name, {
      additionalProperties: false,
      bannerComment: '',
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 110 },
    });
  });
  return withReadonlyArrays((await Promise.all(types)).join('\n'));
}

/** The arrays of formatted types as readonly: trace returns its own, and takes any. */
function withReadonlyArrays(text: string): string {
  const objects = text.replace(
    /^( *)(\S.*)(?<!readonly )\{\n((?:\1 .*\n)*)\1\}\[\]/gm,
    (_, indent, start, members) => `${indent}${start}readonly {\n${members}${indent}}[]`,
  );
  if (objects !== text) return withReadonlyArrays(objects);
  return text.replace(/(?<!readonly )(\b(?:string|number)|\([^()]*\))\[\]/g, 'readonly $1[]');
}

writeFileSync(new URL('../src/library/documents.ts', import.meta.url), await libraryTypes());
