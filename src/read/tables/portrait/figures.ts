import { countryNames } from '../../../contract/country-codes.ts';
import { language, say } from '../../../say.ts';

const SUPERSCRIPT = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/**
 * A figure with four significant digits in the language of this process, such as `1,234`, `0.01676` or
 * `2.367 × 10⁻⁹`; `–` for null.
 */
export function figureText(value: number | null, digits = 4): string {
  if (value === null) return '–';
  const size = Math.abs(value);
  if (value !== 0 && (size < 0.001 || size >= 1e9)) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
    const power = exponent
      .replace('+', '')
      .replace('-', '⁻')
      .replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)]!);
    return `${localText(Number(mantissa))} × 10${power}`;
  }
  return localText(value, {
    maximumSignificantDigits: Math.max(digits, Math.ceil(Math.log10(size + 1))),
  });
}

/** A number as the language of this process writes it. */
export const localText = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(language(), options);

/** A share from 0 to 1 as a percentage, such as `0.035 %`. */
export const percentText = (share: number, digits = 2): string => percentage(share * 100, digits);

/** A percentage, such as `33 %`. */
export const percentage = (value: number, digits?: number): string =>
  say().study.percent({ number: figureText(value, digits) });

/** The name of the country with an alpha-2 code. Any other text is returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames(language()).of(code) ?? code) : code;
}
