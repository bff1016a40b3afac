import type { Question } from './questions.ts';

/** What a question is about, if the same words have the same answer in another sheet. */
export function wordsOfQuestion({ type, subject, about }: Question): string | undefined {
  const words =
    type === 'word'
      ? [subject]
      : type === 'column'
        ? [about.header, about.candidates, about.likely]
        : type === 'unit'
          ? [about.header, about.unitOf, about.unitColumns]
          : type === 'fill'
            ? [about.column.header, about.column.readsAs, about.isHeld]
            : type === 'separator'
              ? [about.header, about.choices]
              : type === 'group'
                ? [about.by, about.differing]
                : undefined;
  return words && JSON.stringify([type, ...words]);
}
