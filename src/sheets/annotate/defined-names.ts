import { attribute, plainText, type RawXml, tagsOf } from './tags.ts';

/** A defined name of a workbook or of one of its sheets. */
export interface DefinedName {
  readonly name: string;
  readonly formula: string;
}

export function namesIn(workbook: RawXml): DefinedName[] {
  const names: DefinedName[] = [];
  for (const { name, kind, end, text } of tagsOf(workbook))
    if (name === 'definedName' && kind === 'open')
      names.push({
        name: plainText(attribute(text, 'name') ?? ''),
        formula: plainText(workbook.slice(end, workbook.indexOf('<', end))),
      });
  return names;
}
