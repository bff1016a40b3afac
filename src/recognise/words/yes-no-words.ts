import type { WordList } from './word-list.ts';

/** Words for the values of lists with YES and NO. */
export const YES_NO_WORDS: WordList = {
  values: {
    YES: {
      en: 'yes | y | true',
      fr: 'oui | o | vrai',
      it: 'sì | vero',
      es: 'sí | verdadero',
      de: 'ja | j | wahr',
      pt: 'sim | verdadeiro',
    },
    NO: {
      en: 'no | n | false',
      fr: 'non | faux',
      it: 'no | falso',
      es: 'no | falso',
      de: 'nein | falsch',
      pt: 'não | falso',
    },
    UNKNOWN: {
      en: 'unknown | not known',
      fr: 'inconnu | non connu',
      it: 'sconosciuto | non noto',
      es: 'desconocido',
      de: 'unbekannt',
      pt: 'desconhecido',
    },
  },
};
