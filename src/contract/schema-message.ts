/** A message of a schema in the language of the process: schemas are made before the language is known. */
export const schemaMessage = (text: () => string) => ({ error: text });

/** The names of the texts of an area that take no values. */
export type PlainText<Texts> = {
  [name in keyof Texts]: Texts[name] extends () => string ? name : never;
}[keyof Texts];
