import { usage } from '../errors.ts';

/** The languages of what a person reads. Each has a file of texts: `en.yaml`. */
export const LANGUAGES = ['en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** The flag of all commands that chooses the language. */
export const LANG_FLAG = '--lang';

/**
 * The language that a command line chooses, by `--lang` or the variable TRACE_LANG, and its other words. The flag may
 * stand anywhere before `--`.
 *
 * @throws TraceError usage for an unknown language
 */
export function languageOf(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly language: Language; readonly words: readonly string[] } {
  const words: string[] = [];
  let language = languageIn('TRACE_LANG', env.TRACE_LANG || 'en');
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === '--') return { language, words: [...words, ...argv.slice(at)] };
    if (word === LANG_FLAG) language = languageIn(LANG_FLAG, argv[++at] ?? '');
    else if (word.startsWith(`${LANG_FLAG}=`))
      language = languageIn(LANG_FLAG, word.slice(LANG_FLAG.length + 1));
    else words.push(word);
  }
  return { language, words };
}

function languageIn(name: string, text: string): Language {
  const language = text.toLowerCase();
  if (isLanguage(language)) return language;
  throw usage(
    'flag-value',
    `${name} "${text}": unknown language.`,
    `Use ${LANGUAGES.join(' or ')}. The languages of the texts of studies are chosen by --data-lang.`,
  );
}
