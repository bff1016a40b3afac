import type { WordList } from './word-list.ts';

const GRADES = (name: string, grades: string): string[] => [...grades].map((grade) => `${name} ${grade}`);

/** The full names of standards, which are lists of abbreviations. An audit without its grade is a question. */
export const certificationWords = (): WordList => ({
  values: {
    OTHER: { en: 'other', fr: 'autre', it: 'altro', es: 'otro', de: 'Sonstiges | Andere', pt: 'outro' },
    GOTS: { en: 'Global Organic Textile Standard' },
    GRS: { en: 'Global Recycled Standard' },
    FSC: { en: 'Forest Stewardship Council' },
    PEFC: { en: 'Programme for the Endorsement of Forest Certification' },
    BCI: { en: 'Better Cotton Initiative' },
    OCS: { en: 'Organic Content Standard' },
    RCS: { en: 'Recycled Claim Standard' },
    RDS: { en: 'Responsible Down Standard' },
    RWS: { en: 'Responsible Wool Standard' },
    SA8000: { en: 'Social Accountability 8000' },
    WRAP: { en: 'Worldwide Responsible Accredited Production' },
    LWG: { en: 'Leather Working Group' },
    'EU ECOLABEL': {
      en: 'European Ecolabel',
      fr: 'Écolabel européen',
      it: 'Ecolabel europeo',
      es: 'Etiqueta ecológica europea',
      de: 'EU-Umweltzeichen',
      pt: 'Rótulo ecológico europeu',
    },
    ...Object.fromEntries([...'ABCDE'].map((grade) => [`BSCI GRADE ${grade}`, { code: `BSCI ${grade}` }])),
    ...Object.fromEntries([...'ABCD'].map((grade) => [`ICS GRADE ${grade}`, { code: `ICS ${grade}` }])),
  },
  questions: {
    'BSCI | amfori BSCI': GRADES('BSCI GRADE', 'ABCDE'),
    ICS: GRADES('ICS GRADE', 'ABCD'),
    'ZDHC | ZDHC MRSL': GRADES('ZDHC LEVEL', '0123'),
  },
});
