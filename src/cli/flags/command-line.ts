import { say } from '../../say.ts';
import { localise, localiseWord } from './help.ts';

/** The new names of renamed flags, by command and old name (decision 25). */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: { '--limit': '--file-limit', '--collection': '--data-collection' },
  plan: { '--limit': '--file-limit', '--collection': '--data-collection' },
  import: { '--limit': '--file-limit', '--collection': '--data-collection' },
  update: { '--limit': '--file-limit', '--collection': '--data-collection' },
  mock: { '--token': '--accept-token' },
  qrcodes: { '--format': '--image-format' },
};

/**
 * The errors of commander about a command line, without `error: `, and their texts in the language of the process. The
 * patterns find the flag, the argument or the command, which commander names only in the text of the error.
 */
const ERRORS: readonly (readonly [pattern: RegExp, text: (...found: string[]) => string])[] = [
  [/^unknown command '(.*)'$/s, (name) => say().commandLine.unknownCommand({ name })],
  [/^unknown option '(.*)'$/s, (name) => say().commandLine.unknownFlag({ name })],
  [
    /^missing required argument '(.*)'$/,
    (name) => say().commandLine.missingArgument({ name: localiseWord(name) }),
  ],
  [/^option '(.*)' argument missing$/, (flags) => say().commandLine.missingValue({ flags: localise(flags) })],
  [
    /^too many arguments for '(.*?)'\. Expected (\d+) arguments? but got (\d+): (.*)\.$/s,
    (command, expected, received, words) =>
      say().commandLine.excessArguments({ command, expected, count: Number(expected), received, words }),
  ],
];

const HINT = /\n\(Did you mean (one of )?(.*)\?\)$/;

/**
 * An error of commander about the command line `argv`, without `error: `, in the language of the process. The error
 * about a flag that was renamed says its new name.
 */
export function commandLineError(text: string, argv: readonly string[]): string {
  const [hint, several, names = ''] = HINT.exec(text) ?? [];
  const error = hint === undefined ? text : text.slice(0, -hint.length);
  const old = /^unknown option '(--[a-z-]+)/.exec(error)?.[1];
  const now = argv.map((word) => RENAMED[word]?.[old ?? '']).find((name) => name !== undefined);
  if (old !== undefined && now !== undefined) return say().commandLine.renamedFlag({ name: old, now });
  const said = inLanguage(error);
  if (hint === undefined) return said;
  const { didYouMean, didYouMeanOneOf } = say().commandLine;
  return `${said}\n${several === undefined ? didYouMean({ name: names }) : didYouMeanOneOf({ names })}`;
}

function inLanguage(error: string): string {
  for (const [pattern, text] of ERRORS) {
    const [, ...found] = pattern.exec(error) ?? [];
    if (found.length > 0) return text(...found);
  }
  return error;
}
