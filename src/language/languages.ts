/** The languages of what a person reads. Each has a file of texts: `en/messages.yaml`. */
export const LANGUAGES = ['en', 'fr', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of the contract, of scripts, and of what names no language. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The languages of the words that trace recognises. Each has a file: `en/words.yaml`. */
export const WORD_LANGUAGES = [
  ...(['fr', 'en', 'it', 'es', 'de', 'pt'] as const),
  ...(['tr', 'zh', 'pl', 'ro', 'nl', 'vi'] as const),
  ...(['ja', 'el', 'ca'] as const),
  ...(['sv', 'cs', 'da'] as const),
] as const;

/** Whether a text is the name of a language of what a person reads. */
export const isLanguage = (text: string): text is Language => (LANGUAGES as readonly string[]).includes(text);

/** The flag of all commands that chooses the language. */
export const LANG_FLAG = '--lang';

/** Flags and variables of outputs that scripts read: the locale of a machine does not change their language. A page is for a person. */
const FOR_SCRIPTS = /^--(?:json|json-lines|report)(?:=|$)/;
const PAGE = /\.html?$/i;
const SCRIPT_VARIABLES = ['TRACE_JSON', 'TRACE_JSON_LINES', 'TRACE_REPORT'] as const;

/** Variables that name the locale; the first one that is set counts. */
const LOCALES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/** What a command line and its variables say about the language. */
interface ChosenLanguage {
  readonly language: Language;
  readonly byFlag: boolean;
  /** The words of the command line without those that choose the language. */
  readonly words: readonly string[];
  /** The flag or variable that names a language without texts; it does not affect `language`. */
  readonly unknown: { readonly name: string; readonly value: string } | null;
}

/**
 * The language that a command line chooses: by `--lang`, which may stand anywhere before `--`, else by TRACE_LANG, else
 * by the locale; with outputs for scripts, English instead of the locale.
 * `systemLocale`: the locale of the system, such as `fr-FR`, asked only if no variable names one.
 */
export function languageOf(
  argv: readonly string[],
  env: Variables,
  systemLocale: () => string = localeOfSystem,
): ChosenLanguage {
  const words: string[] = [];
  let language: Language | undefined;
  let byFlag = false;
  let unknown: ChosenLanguage['unknown'] = null;
  const choose = (name: string, value: string): void => {
    const wanted = value.toLowerCase();
    if (isLanguage(wanted)) {
      language = wanted;
      byFlag = name === LANG_FLAG;
    } else unknown ??= { name, value };
  };
  if (env.TRACE_LANG) choose('TRACE_LANG', env.TRACE_LANG);
  let isForScripts = SCRIPT_VARIABLES.some((name) => env[name] && !PAGE.test(env[name]));
  let at = 0;
  for (; at < argv.length && argv[at] !== '--'; at++) {
    const word = argv[at]!;
    if (word === LANG_FLAG) choose(LANG_FLAG, argv[++at] ?? '');
    else if (word.startsWith(`${LANG_FLAG}=`)) choose(LANG_FLAG, word.slice(LANG_FLAG.length + 1));
    else {
      words.push(word);
      isForScripts ||= FOR_SCRIPTS.test(word) && !PAGE.test(word === '--report' ? `${argv[at + 1]}` : word);
    }
  }
  language ??= isForScripts ? DEFAULT_LANGUAGE : localLanguage(env, systemLocale);
  return { language, byFlag, words: [...words, ...argv.slice(at)], unknown };
}

/** The language of a locale, such as `fr_CH.UTF-8`; English if trace has no texts in it, as for `C`. */
function localLanguage(env: Variables, systemLocale: () => string): Language {
  const name = LOCALES.find((variable) => env[variable]);
  const locale = name === undefined ? systemLocale() : env[name]!;
  const [language = ''] = locale.toLowerCase().split(/[_.@-]/, 1);
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

/** Plural rules load in a fraction of the time of formats of dates, which have the same locale. */
const localeOfSystem = (): string => new Intl.PluralRules().resolvedOptions().locale;
