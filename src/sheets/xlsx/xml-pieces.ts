const NONE: Buffer = Buffer.alloc(0);

/** Maximum size of an element that is kept until its end is read. */
const MOST_BYTES = 128 * 1024;

/**
 * Gives a part in pieces to two readers: as bytes to a scanner that reads only plain elements (rows), and as text to the
 * tokenizer, which reads everything else. The scanner reads `bytes` from `at` to `end`, where the last complete element ends.
 */
export class XmlPieces {
  bytes: Buffer = NONE;
  at = 0;
  end = 0;
  /** The end tag of the elements, such as `</row>`. */
  private readonly close: Buffer;
  /** The bytes that follow `bytes`. */
  private following: Buffer = NONE;
  /** Minimum number of bytes in the next text. It grows while the scanner finds nothing to read. */
  private least = 0;

  constructor(close: string) {
    this.close = Buffer.from(close);
  }

  /** Adds bytes of whole characters. Call it when `next` has no more text. */
  push(chunk: Buffer): void {
    const { bytes, at, close } = this;
    const isWhole = at === bytes.length;
    const inChunk = isWhole ? -1 : chunk.indexOf(close);
    const stop = inChunk === -1 ? chunk.length : inChunk + close.length;
    this.use(isWhole ? chunk : Buffer.concat([bytes.subarray(at), chunk.subarray(0, stop)]));
    this.following = chunk.subarray(stop);
  }

  /** Sets the offset after what the scanner read. */
  skipTo(at: number): void {
    this.at = at;
    this.least = 0;
  }

  /**
   * The next text, up to the end of an element; undefined if more bytes are needed. It is empty if the scanner can read
   * other bytes.
   *
   * @param isBetween whether an element may start here, so that its start is kept until it is complete.
   */
  next(isBetween: boolean): string | undefined {
    const { bytes, at, end, close } = this;
    if (at < end) {
      const found = bytes.indexOf(close, Math.min(at + this.least, end - close.length));
      this.least = Math.min(2 * this.least + close.length, MOST_BYTES);
      this.at = found + close.length;
      return bytes.toString('utf8', at, this.at);
    }
    if (at < bytes.length && (!isBetween || this.following.length > 0 || bytes.length - at > MOST_BYTES))
      return this.rest();
    if (this.following.length === 0) return undefined;
    this.use(this.following);
    this.following = NONE;
    return '';
  }

  /** All remaining bytes as text. */
  rest(): string {
    const { bytes, at } = this;
    this.at = bytes.length;
    return bytes.toString('utf8', at);
  }

  private use(bytes: Buffer): void {
    this.bytes = bytes;
    this.at = 0;
    this.end = bytes.lastIndexOf(this.close) + this.close.length;
    if (this.end < this.close.length) this.end = 0;
  }
}
