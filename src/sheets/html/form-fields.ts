import { CellText } from './cell-text.ts';

/** Types of `input` that never contain a value of a record. */
const INPUT_TYPES_WITHOUT_VALUE = new Set(['hidden', 'submit', 'reset', 'button', 'image', 'file']);

/** Types of `input` that show their value in another way than as text. */
const INPUT_TYPES_WITHOUT_TEXT = new Set(['checkbox', 'radio', 'password', 'range', 'color']);

type Attributes = Readonly<Record<string, string>>;

/** The text of an `input`; null for a type in `INPUT_TYPES_WITHOUT_TEXT`, undefined if it has no value. */
export function inputText({ type, value }: Attributes): string | null | undefined {
  const name = type?.trim().toLowerCase() ?? '';
  if (INPUT_TYPES_WITHOUT_TEXT.has(name)) return null;
  return INPUT_TYPES_WITHOUT_VALUE.has(name) ? undefined : value;
}

/** Collects the texts that a `select` or a `textarea` shows. */
export class FormField {
  readonly depth: number;
  private readonly limit: number;
  private readonly isList: boolean;
  private readonly isMultiple: boolean;
  /** The text of a `textarea`. */
  private lines = '';
  private option:
    | { readonly text: CellText; readonly label?: string; readonly isSelected: boolean }
    | undefined;
  private first: string | undefined;
  private readonly selected: string[] = [];

  constructor(name: string, { multiple }: Attributes, depth: number, limit: number) {
    this.depth = depth;
    // One character more than the limit, so that a text that is too long is noticed.
    this.limit = limit + 1;
    this.isList = name === 'select';
    this.isMultiple = multiple !== undefined;
  }

  open(name: string, { label, selected }: Attributes): void {
    if (name !== 'option') return;
    this.close(name);
    const text = new CellText(this.limit);
    this.option = { text, ...(label && { label }), isSelected: selected !== undefined };
  }

  add(text: string): void {
    if (this.isList) this.option?.text.add(text);
    else if (this.lines.length < this.limit) this.lines = (this.lines + text).slice(0, this.limit);
  }

  close(name: string): void {
    if (name !== 'option' || this.option === undefined) return;
    const { text, label, isSelected } = this.option;
    this.option = undefined;
    const shown = label ?? text.text;
    this.first ??= shown;
    if (!isSelected) return;
    // Two texts are enough to make the cell uncertain, so no more are kept.
    if (!this.isMultiple || this.selected.length > 1) this.selected.pop();
    this.selected.push(shown);
  }

  /** The texts that the field shows. */
  get texts(): readonly string[] {
    this.close('option');
    if (!this.isList) return [this.lines];
    return this.selected.length > 0 || this.isMultiple ? this.selected : [this.first ?? ''];
  }
}
