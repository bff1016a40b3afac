import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import type { Finding, Origin } from '../findings/finding.ts';

/** What a damaged file needs, where nothing else helps. */
const AGAIN = 'Open it in a spreadsheet program, save a copy, and use that; or fetch it again.';

/** What stops the reading of a file or a sheet; the reader that catches it makes a finding of it. */
export class Damage extends Error {
  readonly code: FindingCode;
  readonly suggestion: string;

  constructor(message: string, suggestion: string = AGAIN, code: FindingCode = 'file-unreadable') {
    super(message);
    this.name = 'Damage';
    this.code = code;
    this.suggestion = suggestion;
  }
}

/** A finding with the severity that the catalogue gives to its code. */
export function finding(
  code: FindingCode,
  origin: Origin,
  message: string,
  more: { readonly value?: string | undefined; readonly suggestion?: string | undefined } = {},
): Finding {
  return {
    code,
    severity: CATALOGUE[code].severity,
    origin,
    ...(more.value === undefined ? {} : { value: more.value.slice(0, 200) }),
    message,
    ...(more.suggestion === undefined ? {} : { suggestion: more.suggestion }),
  };
}
