import { styleText } from 'node:util';
import { AutocompletePrompt } from '@clack/core';
import { limitOptions, S_BAR, S_BAR_END, S_RADIO_ACTIVE, S_RADIO_INACTIVE, symbol } from '@clack/prompts';
import type { Context } from '../../context.ts';
import { say } from '../../say.ts';
import type { Choice } from './prompts.ts';

/** Number of columns before a line: for a bar and two spaces. */
const GUIDE = 3;

interface Search {
  readonly input: Context['stdin'];
  readonly output: Context['stderr'];
  readonly signal: AbortSignal;
  readonly message: string;
  readonly options: readonly Choice<string>[];
  /** Whether a choice fits what is typed. */
  readonly isFit: (typed: string, value: string) => boolean;
  /** Number of choices that are shown at once. */
  readonly most: number;
}

/**
 * A list of choices that is narrowed by typing, in the language of the process: the search of the library has English
 * texts. Returns the chosen value, undefined without a match, or the symbol of the library for a cancelled question.
 */
export async function searchPrompt({ message, options, isFit, most, ...streams }: Search): Promise<unknown> {
  const text = say().mapQuestions;
  const prompt = new AutocompletePrompt<Choice<string>>({
    ...streams,
    options: [...options],
    filter: (typed, { value }) => isFit(typed, value),
    render() {
      const bar = (color: 'gray' | 'cyan') => styleText(color, S_BAR);
      const head = [bar('gray'), `${symbol(this.state)}  ${message}`];
      if (this.state === 'submit') {
        const chosen = this.selectedValues.map((value) => options.find((one) => one.value === value)?.label);
        return [...head, `${bar('gray')}  ${styleText('dim', chosen.join(', '))}`].join('\n');
      }
      if (this.state === 'cancel')
        return [...head, `${bar('gray')}  ${styleText(['strikethrough', 'dim'], this.userInput)}`].join('\n');
      const found = this.filteredOptions;
      const typed = this.isNavigating ? styleText('dim', this.userInput) : this.userInputWithCursor;
      const isNarrowed = found.length !== options.length;
      const matches = isNarrowed ? styleText('dim', ` (${text.matches({ count: found.length })})`) : '';
      const above = [...head, `${bar('cyan')}  ${styleText('dim', text.typed())} ${typed}${matches}`];
      const below = [`${bar('cyan')}  ${styleText('dim', text.searchKeys())}`, styleText('cyan', S_BAR_END)];
      const shown =
        found.length === 0
          ? [styleText('yellow', text.noMatch())]
          : limitOptions({
              cursor: this.cursor,
              options: [...found],
              columnPadding: GUIDE,
              rowPadding: above.length + below.length,
              maxItems: most,
              output: streams.output,
              style: ({ label, hint }, isActive) =>
                isActive
                  ? `${styleText('green', S_RADIO_ACTIVE)} ${label}${hint ? styleText('dim', ` (${hint})`) : ''}`
                  : styleText('dim', `${S_RADIO_INACTIVE} ${label}`),
            });
      return [...above, ...shown.map((line) => `${bar('cyan')}  ${line}`), ...below].join('\n');
    },
  });
  return prompt.prompt();
}
