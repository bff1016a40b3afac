import { dataOf } from '../../data.ts';

/** Files whose findings are examples of `trace explain`, by the codes that they show. */
interface ExplainedInput {
  readonly codes: readonly string[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly flags?: readonly string[];
}

export const EXPLAINED = dataOf<readonly ExplainedInput[]>(import.meta.dirname, 'explained-inputs.yaml');
