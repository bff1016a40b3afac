import { basename } from 'node:path';
import { originText } from '../../findings/finding.ts';
import { decimalText, kindText, say, stateText } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { ProvenanceRecord } from './document-schema.ts';
import { textWidth } from './table.ts';
import { wrappedParts, wrapSentence } from './wrap.ts';

type FieldSource = ProvenanceRecord['fields'][number];

/** Longer names of fields do not widen their column. */
const MAX_FIELD = 28;
const MAX_VALUE = 200;

/** The lines about a record of a run: what was sent, and where each value comes from. */
export function provenanceLines(record: ProvenanceRecord, width: number | undefined): string[] {
  const { kind, key, run, environment, target, startedAt, origin, map, outcome, id, tries, fields } = record;
  const texts = say().provenance;
  const file = forTerminal(origin.file);
  const place = originText({ file, sheet: forTerminal(origin.sheet), row: origin.row });
  const about = {
    ...{ kind: forTerminal(kindText(kind)), key: forTerminal(key), outcome: stateText(outcome) },
    ...{
      run,
      environment: forTerminal(environment),
      target: forTerminal(target),
      at: tries.at(-1)?.startedAt ?? startedAt,
    },
  };
  const sentences = [
    (tries.length > 0 ? texts.sent : texts.unsent)(about),
    ...(id === null ? [] : [texts.id({ id: forTerminal(id) })]),
    texts.read({ place, sum: origin.sha256 ?? '?' }),
    ...(map === null ? [] : [texts.mapped({ file: forTerminal(map.file), sum: map.sha256 })]),
  ];
  const names = Math.min(MAX_FIELD, Math.max(0, ...fields.map(({ field }) => textWidth(forTerminal(field)))));
  const lines = fields.flatMap((source) => {
    const name = forTerminal(source.field);
    const start = `  ${name}${' '.repeat(Math.max(names - textWidth(name), 0))}  `;
    return wrappedParts(start, [valueText(source.value), ...sourceParts(source, map?.file)], width);
  });
  return [...sentences.flatMap((text) => wrapSentence(text, width)), ...lines];
}

const valueText = (value: unknown): string =>
  typeof value === 'number'
    ? decimalText(value)
    : forTerminal(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE);

/** Where a value comes from: its cells, then the lines of the map file, then what was changed. */
function sourceParts(source: FieldSource, map = ''): string[] {
  const { from, of, header, mapLine, words, repairs } = source;
  const texts = say().provenance;
  const cells = source.cells.join(', ');
  const mapped = (line: { readonly line: number; readonly text: string }) =>
    `${forTerminal(basename(map))}:${line.line} ${forTerminal(line.text, MAX_VALUE)}`;
  const ofText = forTerminal(of ?? '');
  return [
    ...(from === 'field' ? [texts.follows({ field: ofText })] : []),
    ...(from === 'setting' ? [texts.setting()] : []),
    ...(from === 'unknown' ? [texts.olderRun()] : []),
    ...(from === 'id' ? [texts.idOf({ key: ofText })] : []),
    ...(cells === '' ? [] : [header ? `${cells} "${forTerminal(header, 60)}"` : cells]),
    ...(from === 'cell' && of !== null ? [texts.lookedUp({ field: ofText })] : []),
    ...(mapLine ? [mapped(mapLine)] : []),
    ...words.map(mapped),
    ...repairs.map(({ message }) => forTerminal(message, MAX_VALUE)),
  ];
}
