/** Names of formats that Excel writes instead of codes, in XML and in web pages. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['general date', 'dd/mm/yyyy hh:mm'],
  ['long date', 'dd mmmm yyyy'],
  ['medium date', 'dd-mmm-yy'],
  ['short date', 'dd/mm/yyyy'],
  ['long time', 'h:mm:ss AM/PM'],
  ['medium time', 'h:mm AM/PM'],
  ['short time', 'h:mm'],
  ['percent', '0.00%'],
  ['general', 'General'],
  ['general number', 'General'],
  ['currency', '#,##0.00'],
  ['euro currency', '#,##0.00'],
  ['fixed', '0.00'],
  ['standard', '#,##0.00'],
  ['scientific', '0.00E+00'],
  ['yes/no', 'General'],
  ['true/false', 'General'],
  ['on/off', 'General'],
]);

/** The code of a format: the format itself, unless it is the name of one. */
export const codeOf = (format: string): string => CODES.get(format.toLowerCase()) ?? format;
