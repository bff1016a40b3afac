import type { Writable } from 'node:stream';

/** Characters that are gathered before they are written: the same rows are cut into the same pieces. */
const PIECE = 65_536;

/** Gathers text and writes it in pieces; a stream that is slow, or fails, is felt by whoever waits for `add`. */
export class TextOut {
  private readonly out: Writable;
  private text = '';

  constructor(out: Writable) {
    this.out = out;
    // what fails is told by the write; without a listener the event would end the process
    if (!out.listeners('error').includes(heard)) out.on('error', heard);
  }

  add(text: string): void | Promise<void> {
    this.text += text;
    if (this.text.length >= PIECE) return this.flush();
  }

  async flush(): Promise<void> {
    const { text } = this;
    this.text = '';
    if (text !== '') await writeTo(this.out, text);
  }
}

function heard(): void {}

/** Done when the stream took it; rejects with what the stream failed of. */
export function writeTo(out: Writable, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}
