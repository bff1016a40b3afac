import { bodySchema } from '../../src/contract/schema.ts';
import { component } from '../../src/contract/v2/component.ts';
import { bodyOf } from './body.ts';

const schema = bodySchema(component, 'STANDARD', { openLists: true });

/** Throws if zod finds an error in the row. */
export function checkCells(cells: readonly unknown[]): void {
  const { error } = schema.safeParse(bodyOf(cells));
  if (error) throw error;
}
