const SUPERSCRIPT = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** A figure with four significant digits, such as `1,234`, `0.01676` or `2.367 × 10⁻⁹`; `–` for null. */
export function figureText(value: number | null, digits = 4): string {
  if (value === null) return '–';
  const size = Math.abs(value);
  if (value !== 0 && (size < 0.001 || size >= 1e9)) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
    const power = exponent
      .replace('+', '')
      .replace('-', '⁻')
      .replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)]!);
    return `${Number(mantissa)} × 10${power}`;
  }
  return value.toLocaleString('en', {
    maximumSignificantDigits: Math.max(digits, Math.ceil(Math.log10(size + 1))),
  });
}

/** A share from 0 to 1 as a percentage, such as `0.035 %`. */
export const percentText = (share: number, digits = 2): string => `${figureText(share * 100, digits)} %`;

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of the country with an alpha-2 code. Any other text is returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? code) : code;
}
