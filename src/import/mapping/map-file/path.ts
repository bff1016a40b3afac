/** Keys and items that lead to a value of a map file. */
export type YamlPath = readonly (string | number)[];

/** `sheets.2.columns."Mat. 1"`: items are numbered from 1. */
export const pathText = (path: YamlPath): string =>
  path
    .map((step) =>
      typeof step === 'number' ? step + 1 : /^[\w.[\]-]+$/.test(step) ? step : JSON.stringify(step),
    )
    .join('.');
