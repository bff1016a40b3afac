import { Damage } from '../damage.ts';
import type { Input } from '../input.ts';
import type { Limits, Source } from '../source.ts';
export async function openWorkbook(_input: Input, _limits: Limits): Promise<Source> {
  throw new Damage('Workbooks are not read yet.');
}
