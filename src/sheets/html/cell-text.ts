/**
 * Collects the text of a cell as a browser shows it: white space collapsed, `br` and the borders of blocks as line
 * breaks. Text beyond the limit is counted but not stored.
 */
export class CellText {
  length = 0;
  private readonly limit: number;
  private collected = '';
  private space = false;
  private breaks = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get text(): string {
    return this.collected;
  }

  add(text: string): void {
    const words = text.replace(/[ \t\r\n\f]+/g, ' ');
    const trimmed = words.replace(/^ | $/g, '');
    if (words.startsWith(' ')) this.space = true;
    if (trimmed === '') return;
    if (this.breaks > 0 && this.length > 0) this.append('\n'.repeat(this.breaks));
    else if (this.space && this.length > 0) this.append(' ');
    this.breaks = 0;
    this.append(trimmed);
    this.space = words.endsWith(' ');
  }

  /** A line break. */
  break(): void {
    this.breaks = Math.min(this.breaks + 1, 100);
    this.space = false;
  }

  /** The start or end of a block element: the text after it begins a new line. */
  block(): void {
    this.breaks = Math.max(this.breaks, 1);
    this.space = false;
  }

  /** The text of a form field, which keeps its lines. */
  field(text: string): void {
    this.space = true;
    for (const [at, line] of text.split('\n').entries()) {
      if (at > 0) this.break();
      this.add(line);
    }
    this.space = true;
  }

  private append(text: string): void {
    this.length += text.length;
    if (this.collected.length < this.limit) this.collected = (this.collected + text).slice(0, this.limit);
  }
}
