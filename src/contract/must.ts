/** A message of a schema in the language of the process: schemas are made before the language is known. */
export const must = (text: () => string) => ({ error: text });
