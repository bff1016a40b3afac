import type { TemplateText } from './text.ts';

const common = {
  projectType: 'Type of project. Write the one that you were given, the same in every row.',
  importationBatch:
    'Name of this delivery of data: the same in every row. For example brand, collection, wave and date.',
};

const v3 = { importationBatch: `${common.importationBatch} It is not sent.` };

/** The texts of templates in English. */
export const EN: TemplateText = {
  yes: 'yes',
  no: 'no',
  guideSheet: 'Guide',
  listsSheet: 'Lists',
  need: {
    required: 'Required.',
    furtherItem: 'Optional: leave the group blank if there are no more items.',
    within: 'Required when another column of its group is filled.',
    families: (names) => `Required for ${names}, optional otherwise.`,
    optional: 'Optional.',
  },
  form: {
    several: 'several values separated by semicolons',
    oneOf: (values) => `One of: ${values}`,
    someOf: (values) => `One or more of: ${values}`,
    oneOfMany: (count) => `One of ${count} values: choose from the list of the cell`,
    someOfMany: (count) => `One or more of ${count} values: choose from the list of the cell`,
    oneOfOpen: 'One value: choose from the list of the cell, or type another one if you are certain of it',
    someOfOpen:
      'One or more values: choose from the list of the cell, or type others if you are certain of them',
    exact: 'Text, kept exactly as typed',
    digits: (count) => `${count} digits`,
    text: 'Text',
    characters: (min, max) =>
      max === Number.POSITIVE_INFINITY ? `${min} characters or more` : `${min} to ${max} characters`,
    number: 'Number',
    units: {},
    between: (min, max) => `from ${min} to ${max}`,
    least: (min) => `${min} or more`,
    yesNo: 'yes or no',
    country: 'Country: choose from the list of the cell, or type its code or name, e.g. FR or France',
    date: 'Date',
    email: 'E-mail address',
    url: 'Web address (https://...)',
  },
  fieldName: (header) => `Field name: ${header}`,
  composition:
    'The whole composition: each material with its share, such as 95 % COTTON, 5 % ELASTANE. The shares total 100.',
  dropdown: {
    reject: 'The service does not accept this value. Choose one from the list of the cell.',
    ask: 'The list does not have this value. The service may accept it. Keep it?',
  },
  guide: {
    title: 'How to fill in this workbook',
    intro: [
      'Each sheet is a list: every row below the example rows is one record.',
      'Fill in the sheets in the order below, save the workbook as .xlsx, and return it to the person who sent it to you.',
    ],
    order: 'Fill in the sheets in this order',
    required: (labels) => `Required: ${labels}`,
    colours: 'What the colours mean',
    colour: {
      required: ['Required *', 'Fill in this column in every row.'],
      group: [
        'Required in its group',
        'Fill in this column in every row in which you fill in another column of the same group, such as the same certificate.',
      ],
      optional: ['Optional', 'Fill in this column if you know the value; otherwise leave it blank.'],
      example: [
        '[EXAMPLE] ABC-123',
        'An example row. It shows what to write and is never imported. You may delete it. Type your first row below it.',
      ],
    },
    hints: 'Good to know',
    hint: [
      ['What a column means', 'Point at its header to read its explanation.'],
      ['Lists', 'Cells with an arrow have a list: choose a value from it. Do not translate its values.'],
      [
        'References',
        'A reference connects the sheets: write it exactly the same everywhere, with the same zeros, spaces and hyphens.',
      ],
      [
        'More columns',
        'Some columns are folded away. Click + above the columns to show them, for example for a second certificate.',
      ],
      ['Dates', 'Type a date as you usually do in your spreadsheet, such as 31/12/2026.'],
      ['Several values', 'Where a column allows several values, separate them by semicolons: A; B.'],
      [
        'Names',
        'Do not change the names of sheets or columns. You may delete blue columns that you do not need.',
      ],
    ],
    family: (name) => ['Project type', `Write ${name} in the column "Project type" in every row.`],
  },
  rows: {
    v2: {
      supplier: 'One row for each site: a factory, a mill, a workshop or a warehouse.',
      packaging: 'One row for each packaging.',
      product: 'One row for each product in each colour.',
      component: 'One row for each component of each product: fabrics, linings, buttons, zips.',
    },
    v3: {
      supplier: 'One row for each site: a factory, a mill, a workshop or a warehouse.',
      material: 'One row for each material.',
      component: 'One row for each component: fabrics, linings, buttons, zips.',
      product: 'One row for each manufactured product.',
      'purchased-item': 'One row for each purchase of a material, a component or a product.',
      'generic-product-info': 'One row for each product as people know it: reference, colour and collection.',
      'brand-product': 'One row for each product of the brand.',
    },
  },
  notes: {
    v2: { supplier: common, packaging: common, product: common, component: common },
    v3: {
      supplier: v3,
      material: v3,
      component: v3,
      product: v3,
      'purchased-item': v3,
      'generic-product-info': v3,
      'brand-product': v3,
    },
  },
};
