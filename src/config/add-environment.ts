import { Pair, parseDocument, Scalar, YAMLMap } from 'yaml';
import type { EnvironmentConfig } from './schema.ts';

/**
 * The text of a configuration in YAML with an environment. The other values and the comments stay. `text` is a valid
 * configuration, or empty: an environment of that name is replaced.
 */
export function withEnvironment(text: string, name: string, own: EnvironmentConfig): string {
  const document = parseDocument(text.replace(/^\ufeff/, ''));
  const node = new YAMLMap();
  for (const [key, value] of Object.entries(own)) node.add(new Pair(key, scalar(`${value}`)));
  document.setIn(['environments', name], node);
  const indent = /^ +(?=[^\s#])/m.exec(text)?.[0].length ?? 2;
  const flowCollectionPadding = !/[[{][^\s\]}]/.test(text);
  const written = document.toString({ lineWidth: 0, indent, flowCollectionPadding });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

/** A text that every version of YAML reads as a text: without quotes, some read 2026-11-21 or 0123 as something else. */
function scalar(value: string): Scalar {
  const node = new Scalar(value);
  if (!/^[A-Za-z/~]/.test(value)) node.type = Scalar.QUOTE_SINGLE;
  return node;
}
