/** Formats a whole number as `12,345`. `toLocaleString` would load language data, which takes as long as a small check. */
export function withThousands(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
