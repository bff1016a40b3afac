import type { Writable } from 'node:stream';

/** Number of bytes that are written at once. */
const PIECE = 65_536;
/** Maximum number of bytes of a UTF-16 code unit in UTF-8. */
const UNIT_BYTES = 3;

/**
 * Buffers text and writes it in pieces. `add` waits for a slow stream, and rejects if the stream fails. The buffer
 * is bytes: a string that grows would keep every appended piece as an object.
 */
export class TextOut {
  private readonly out: Writable;
  private bytes: Buffer = Buffer.allocUnsafeSlow(2 * PIECE);
  private size = 0;

  constructor(out: Writable) {
    this.out = out;
    // `writeTo` reports the error; without a listener the `error` event would end the process.
    if (!out.listeners('error').includes(ignoreError)) out.on('error', ignoreError);
  }

  add(text: string): void | Promise<void> {
    const most = this.size + UNIT_BYTES * text.length;
    if (most > this.bytes.length) this.bytes = Buffer.concat([this.bytes.subarray(0, this.size)], 2 * most);
    this.size += this.bytes.write(text, this.size);
    if (this.size >= PIECE) return this.flush();
  }

  async flush(): Promise<void> {
    const piece = Buffer.from(this.bytes.subarray(0, this.size));
    this.size = 0;
    if (piece.length > 0) await writeTo(this.out, piece);
  }
}

function ignoreError(): void {}

/** Resolves when the stream has accepted the piece; rejects with the error of the stream. */
export function writeTo(out: Writable, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}
