import { DEFAULT_LANGUAGE, type Language } from '../../language/languages.ts';
import type { KindSpec } from '../kind.ts';
import { labelOf, sheetLabel } from '../labels.ts';
import type { TemplateColumn } from './columns.ts';

/** The name of a kind's sheet in a template. */
export const sheetName = (kind: KindSpec, language: Language = DEFAULT_LANGUAGE): string =>
  sheetLabel(kind, language) ?? kind.plural[0]!.toUpperCase() + kind.plural.slice(1).replaceAll('-', ' ');

/** The header of a column: its label, with an asterisk if every row needs it. */
export function columnHeader(
  kind: KindSpec,
  { field, item, header, required }: TemplateColumn,
  language: Language,
): string {
  return `${labelOf(kind, field, language, item) ?? header}${required ? ' *' : ''}`;
}
