/** The keys and item numbers that lead to a value in a map file. */
export type YamlPath = readonly (string | number)[];

/** Formats a path such as `sheets.2.columns."Mat. 1"`. Items are numbered from 1. */
export const pathText = (path: YamlPath): string =>
  path
    .map((step) =>
      typeof step === 'number' ? step + 1 : /^[\w.[\]-]+$/.test(step) ? step : JSON.stringify(step),
    )
    .join('.');
