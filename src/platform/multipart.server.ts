/** A part of a form with files. Its body can be read once, before the next part is requested. */
export interface Part {
  name: string;
  /** File name as sent by the browser; undefined for a text field. */
  fileName: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

/** Error for a form that ends early or cannot be parsed. */
export class MalformedForm extends Error {
  override readonly name = "MalformedForm";
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");
const MOST_HEAD = 8 * 1024;

/**
 * Yields the parts of a `multipart/form-data` body while it arrives, with only one chunk in memory. The unread rest of a part is
 * skipped.
 *
 * @throws {MalformedForm} if `type` names no boundary, the body is cut off, or the headers of a part are too long.
 */
export async function* partsOf(pieces: AsyncIterable<Uint8Array>, type: string | null): AsyncGenerator<Part> {
  const [, quoted, plain] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))/i.exec(
    type ?? "",
  ) ?? [null];
  const boundary = quoted ?? plain;
  if (!boundary) throw new MalformedForm("This is no form with files.");
  const reader = readerOf(pieces, Buffer.from(`\r\n--${boundary}`));

  // The first boundary may be at the very beginning, without a line end before it.
  await skip(reader.content());
  while (await reader.hasNext()) {
    const fields = fieldsOf(await reader.head());
    yield { ...fields, body: reader.content() };
    await skip(reader.content());
  }
}

/** Reads the body's bytes up to each boundary. */
function readerOf(source: AsyncIterable<Uint8Array>, boundary: Buffer) {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.from("\r\n");
  let isAtBoundary = false;

  async function more(): Promise<void> {
    const { done, value } = await pieces.next();
    if (done) throw new MalformedForm("The form breaks off.");
    held = Buffer.concat([held, value]);
  }
  const take = (length: number): Buffer => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };

  return {
    /** Yields the remaining content of the current part. */
    async *content(): AsyncGenerator<Uint8Array> {
      while (!isAtBoundary) {
        const at = held.indexOf(boundary);
        const sure = at >= 0 ? at : held.length - boundary.length + 1;
        if (at >= 0) isAtBoundary = true;
        const piece = sure > 0 ? take(sure) : undefined;
        if (at >= 0) take(boundary.length);
        if (piece) yield piece;
        if (at < 0) await more();
      }
    },
    /** Returns whether another part follows. */
    async hasNext(): Promise<boolean> {
      while (held.length < 2) await more();
      return held.subarray(0, 2).toString("latin1") !== "--";
    },
    async head(): Promise<string> {
      for (;;) {
        const end = held.indexOf(END_OF_HEAD);
        if (end >= 0) {
          isAtBoundary = false;
          return take(end + END_OF_HEAD.length).toString("utf8");
        }
        if (held.length > MOST_HEAD) throw new MalformedForm("A part of the form has too long a head.");
        await more();
      }
    },
  };
}

async function skip(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of content) void piece;
}

function fieldsOf(head: string): Pick<Part, "name" | "fileName"> {
  const disposition = /\r\ncontent-disposition:\s*form-data\s*;(.*)/i.exec(head)?.[1] ?? "";
  const field = (key: string) => new RegExp(`(?:^|[;\\s])${key}="([^"\\r\\n]*)"`, "i").exec(disposition)?.[1];
  return { name: unescaped(field("name") ?? ""), fileName: unescaped(field("filename")) };
}

/** Decodes quotes in a name, which browsers percent-encode, and replaces encoded line ends by spaces. */
function unescaped(text: string): string;
function unescaped(text: string | undefined): string | undefined;
function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/%22/g, '"').replace(/%0D|%0A/gi, " ");
}
