import { hash } from "node:crypto";

/** Sum of a table's rows that does not depend on their order, which may differ between databases. */
export class RowSum {
  #sum = 0n;
  #rows = 0;
  #rest: Buffer = Buffer.alloc(0);

  /** Adds rows in the format of COPY; a row may be split between calls. */
  add(lines: Buffer): void {
    const text = this.#rest.length === 0 ? lines : Buffer.concat([this.#rest, lines]);
    let start = 0;
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
      this.#sum = BigInt.asUintN(64, this.#sum + hash("sha256", text.subarray(start, end), "buffer").readBigUInt64BE());
      this.#rows += 1;
      start = end + 1;
    }
    this.#rest = Buffer.from(text.subarray(start));
  }

  /** Number and sum of the rows, as text for comparing. */
  toString(): string {
    return `${this.#rows} rows, ${this.#sum.toString(16)}`;
  }
}
