import type { Writable } from 'node:stream';

/** Number of characters written at once. */
const PIECE = 65_536;

/** Buffers text and writes it in pieces. `add` waits for a slow stream, and rejects if the stream fails. */
export class TextOut {
  private readonly out: Writable;
  private text = '';

  constructor(out: Writable) {
    this.out = out;
    // `writeTo` reports the error; without a listener the `error` event would end the process.
    if (!out.listeners('error').includes(ignoreError)) out.on('error', ignoreError);
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

function ignoreError(): void {}

/** Resolves when the stream has accepted the piece; rejects with the error of the stream. */
export function writeTo(out: Writable, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}
