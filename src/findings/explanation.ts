import { explanations, say } from '../say.ts';
import { CATALOGUE, entryOf, type FindingCode, isOurs } from './catalogue.ts';
import type { Severity } from './finding.ts';

/** What a person should know about a finding, in the language of the process. */
export interface Explanation {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Whether the finding comes from a check that trace adds: `--severity` can lower it or turn it off. */
  readonly ours: boolean;
  /** The section of the interface that has the rule, such as `2.1`; null for a rule of trace. */
  readonly section: string | null;
  readonly meaning: string;
  /** A cell and what `trace check` prints about it. */
  readonly example: { readonly place: string; readonly message: string; readonly suggestion: string | null };
  /** What to do in the spreadsheet, and the flag or setting if there is one. */
  readonly cure: string;
}

/** Separates the parts of an example in its text. */
const BAR = ' | ';

/** All findings by severity, in the order of `severities` and of the catalogue. `kinds`: those that an example lists. */
export async function allExplained(
  severities: readonly Severity[],
  kinds: readonly { readonly name: string }[],
): Promise<Explanation[]> {
  const { examples, cures } = await explanations();
  const { meanings } = say();
  const all = (Object.keys(CATALOGUE) as FindingCode[]).map((code): Explanation => {
    const { severity, section } = entryOf(code);
    const text = examples[code]({ kinds: kinds.map(({ name }) => name).join(', ') });
    const [place, message, suggestion] = text.split(BAR) as [string, string, string?];
    const example = { place, message, suggestion: suggestion ?? null };
    const [meaning, cure] = [meanings[code](), cures[code]()];
    return { code, severity, ours: isOurs(code), section: section ?? null, meaning, example, cure };
  });
  return severities.flatMap((severity) => all.filter((one) => one.severity === severity));
}
