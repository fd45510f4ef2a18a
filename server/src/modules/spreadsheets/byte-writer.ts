// Bytes of many short texts, one after the other.

/** Bytes that a writer has room for at first; it grows. */
const firstBytes = 256 * 1024;

/** Rows of a sheet have some 60 pieces each: copying bytes takes half as long as joining texts and encoding them (ADR 108). */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(firstBytes);
  #length = 0;

  /** @param text latin1, one character for each byte */
  write(text: string): void {
    this.#makeRoom(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  /** Copies the bytes between two offsets. A loop: for some ten bytes `Buffer.copy` takes longer. */
  copy(source: Uint8Array, begin = 0, end = source.length): void {
    this.#makeRoom(end - begin);
    const bytes = this.#bytes;
    let to = this.#length;
    for (let from = begin; from < end; from += 1, to += 1) bytes[to] = source[from] as number;
    this.#length = to;
  }

  /** What was written since the last call. The writer does not touch these bytes again. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
