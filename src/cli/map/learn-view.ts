import { taughtCount } from '../../map/learn-proposal.ts';
import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { MapDocument } from '../view/map-schema.ts';
import { amount } from '../view/sentences.ts';
import type { Reviews } from './document.ts';

type Learned = NonNullable<MapDocument['learned']>;

/** What the map takes from a run. */
export function learnedIn(run: string, reviews: Reviews): Learned {
  let [columns, words] = [0, 0];
  for (const [{ taught }, review] of reviews) {
    if (!taught) continue;
    columns += review.columns.filter(
      ({ index, state, isKnown, target }) =>
        !isKnown && (state === 'mapped' || state === 'ignored') && taught.columns.get(index) === target,
    ).length;
    words += review.words.filter(
      (word) =>
        !word.isKnown && word.basis === 'learned' && taughtCount(taught, word)?.values.has(word.value ?? ''),
    ).length;
  }
  return { run, columns, words };
}

const MOST_SHOWN = 20;

/** The lines about what was learned, and about what the rows of the run contradict. */
export function* learnedLines({ run, columns, words }: Learned, reviews: Reviews): Generator<string> {
  yield say().mapping.learned({
    ...{ run, columns: amount(columns, 'column'), words: amount(words, 'word') },
  });
  const open = [...doubts(reviews)];
  yield* open.slice(0, MOST_SHOWN);
  if (open.length > MOST_SHOWN)
    yield `  ${say().mapping.more({ number: numberText(open.length - MOST_SHOWN) })}`;
}

function* doubts(reviews: Reviews): Generator<string> {
  for (const [{ file, sheet, taught }, review] of reviews) {
    if (!taught) {
      if (review.proposal.kind !== 'skip')
        yield `  ${say().mapping.noKeys({ file: forTerminal(file, 100), sheet: forTerminal(sheet, 40) })}`;
      continue;
    }
    for (const { index, letters, header, state } of review.columns) {
      const question = taught.questions.get(index)?.question;
      if (question !== undefined && state === 'open')
        yield `  ${say().mapping.doubtColumn({ column: letters, header: forTerminal(header, 40), question })}`;
    }
    for (const word of review.words)
      if (word.state === 'open' && taughtCount(taught, word))
        yield `  ${say().mapping.doubtWord({
          ...{ word: forTerminal(word.word, 40), field: word.field },
          question: forTerminal(word.question ?? '', 200),
        })}`;
  }
}
