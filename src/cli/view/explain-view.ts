import { command, flag } from '../../advice.ts';
import type { Explanation } from '../../findings/explanation.ts';
import type { Severity } from '../../findings/finding.ts';
import { SEVERITIES } from '../../findings/group.ts';
import { explanations } from '../../say.ts';
import { SCHEMA_VERSION } from './json-document.ts';
import { type ColorLevel, colors } from './sentences.ts';
import { MIN_WIDTH, wrap, wrapWhole } from './wrap.ts';

type Words = Awaited<ReturnType<typeof explanations>>['explain'];

const HEADINGS: Readonly<Record<Severity, 'errors' | 'warnings' | 'fixes' | 'notices'>> = {
  error: 'errors',
  warning: 'warnings',
  fixed: 'fixes',
  notice: 'notices',
};

/** The output of `trace explain CODE`: meaning, example, what to do, and the rule, wrapped at `width` columns. */
export async function explainedLines(
  one: Explanation,
  colorLevel: ColorLevel,
  width: number | undefined,
): Promise<string[]> {
  const words = (await explanations()).explain;
  const chalk = colors(colorLevel);
  const { code, severity, meaning, example, cure } = one;
  const indented = (text: string, first = '', rest = first) =>
    indentedLines(text, width, Math.max(first.length, rest.length)).map(
      (line, at) => `${at === 0 ? first : rest}${line}`,
    );
  return [
    ...wrapWhole(words[severity]({ code }), width).map((line) => chalk.bold(line)),
    '',
    ...wrapWhole(meaning, width),
    '',
    words.example({ place: example.place }),
    ...indented(example.message, '  '),
    ...(example.suggestion === null ? [] : indented(example.suggestion, '  → ', '    ')),
    '',
    ...wrapWhole(words.cure({ text: cure }), width),
    ...wrapWhole(ruleText(one, words), width),
  ];
}

/** Says where the rule of a finding comes from, and how `--severity` can change it. */
function ruleText({ code, severity, ours, section }: Explanation, words: Words): string {
  if (section !== null) return words.ofInterface({ section });
  if (!ours) return words.ofTrace();
  const to = (change: string) => flag('--severity', `${code}=${change}`);
  return severity === 'error'
    ? words.oursError({ lower: to('warning'), off: to('off') })
    : words.oursWarning({ raise: to('error'), off: to('off') });
}

/** The output of `trace explain`: all codes by severity, each with the first sentence of its meaning. */
export async function codeLines(
  all: readonly Explanation[],
  colorLevel: ColorLevel,
  width: number | undefined,
): Promise<string[]> {
  const words = (await explanations()).explain;
  const chalk = colors(colorLevel);
  const column = Math.max(...all.map(({ code }) => code.length)) + 2;
  const sections = SEVERITIES.flatMap((severity) => [
    chalk.bold(words[HEADINGS[severity]]()),
    ...all
      .filter((one) => one.severity === severity)
      .flatMap(({ code, meaning }) =>
        indentedLines(firstSentence(meaning), width, column + 2, wrap).map(
          (line, at) => `  ${(at === 0 ? code : '').padEnd(column)}${line}`,
        ),
      ),
    '',
  ]);
  return [...sections, ...wrapWhole(words.next(), width)];
}

/** The output of `trace explain --json`. */
export const explainJson = (all: readonly Explanation[]) => ({
  schemaVersion: SCHEMA_VERSION,
  findings: all.map(({ section, ...one }) => ({
    ...one,
    rule: section === null ? 'trace' : `interface ${section}`,
  })),
});

/** Why a code is not known, and what to do. */
export async function unknownCode(
  code: string,
  near: string | undefined,
): Promise<{ message: string; hint: string }> {
  const words = (await explanations()).explain;
  const list = command('explain');
  const hint =
    near === undefined
      ? words.unknownFar({ list })
      : words.unknownNear({ command: command('explain', near), list });
  return { message: words.unknown({ code }), hint };
}

const indentedLines = (
  text: string,
  width: number | undefined,
  indent: number,
  split: (text: string, width: number) => string[] = wrapWhole,
): string[] => (width === undefined ? [text] : split(text, Math.max(width - indent, MIN_WIDTH)));

/** A text up to the first full stop that ends a sentence, without it. */
const firstSentence = (text: string): string => /^.*?(?=\.(?: |$))/.exec(text)?.[0] ?? text;
