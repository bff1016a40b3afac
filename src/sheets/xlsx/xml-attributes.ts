import { copyOfText, resolveEntities } from './xml-characters.ts';

/** The attributes of a tag, stored as offsets into its text: a string is created only when a value is read. */
export class XmlAttributes {
  private count = 0;
  private readonly part: string;
  private text = '';
  /** Four offsets for each attribute: start and end of its name, start and end of its value. */
  private readonly spans: number[] = [];

  /** @param part name of the part, for errors. */
  constructor(part: string) {
    this.part = part;
  }

  /** Removes all attributes. Attributes that are added next refer to `text`. */
  clear(text: string): void {
    this.text = text;
    this.count = 0;
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.count * 4;
    this.spans[at] = nameStart;
    this.spans[at + 1] = nameEnd;
    this.spans[at + 2] = valueStart;
    this.spans[at + 3] = valueEnd;
    this.count++;
  }

  /** The value of the attribute with exactly this name. Names are compared without creating strings. */
  get(name: string): string | undefined {
    const { text, spans } = this;
    for (let index = 0; index < this.count; index++) {
      const start = spans[index * 4]!;
      if (spans[index * 4 + 1]! - start === name.length && text.startsWith(name, start))
        return this.value(index);
    }
    return undefined;
  }

  /** The value of the attribute with this local name, with or without a prefix. */
  getLocal(name: string): string | undefined {
    for (let index = 0; index < this.count; index++) {
      const found = this.text.slice(this.spans[index * 4], this.spans[index * 4 + 1]);
      if (found === name || (found.endsWith(`:${name}`) && !found.startsWith('xmlns:')))
        return this.value(index);
    }
    return undefined;
  }

  /** @throws Damage if the value contains an unknown entity. */
  private value(index: number): string {
    const text = this.text.slice(this.spans[index * 4 + 2], this.spans[index * 4 + 3]);
    return resolveEntities(copyOfText(text), this.part);
  }
}
