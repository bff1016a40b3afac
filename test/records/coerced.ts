import type { Coerced, Coercion, Filled } from '../../src/recognise/coercion.ts';

/** The result of a coercion alone on a cell: its value, and code, message and suggestion of each finding. */
export function coerced(coercion: Coercion, cell: Filled): { value: Coerced; findings: string[][] } {
  const findings: string[][] = [];
  const value = coercion(cell, (code, _, message, suggestion) =>
    findings.push([code, message, ...(suggestion === undefined ? [] : [suggestion])]),
  );
  return { value, findings };
}
