/** A table of v3 products, each of which uses the product of the row before. */
export function chainCsv(rows: number): string {
  const used = 'usedProducts.0';
  const header = `uniqueIdentifier,name,weight,weight unit,address.city,${used}.uniqueIdentifier,${used}.usagePercentage`;
  const lines = Array.from({ length: rows }, (_, row) => {
    const before = row === 0 ? ',' : `P-${row - 1},100`;
    return `P-${row},Robe ${row},280,GRAMS,Paris,${before}`;
  });
  return `${[header, ...lines].join('\n')}\n`;
}
