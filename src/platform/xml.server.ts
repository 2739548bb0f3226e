import { setImmediate as turnOfOthers } from "node:timers/promises";
import { XMLBuilder } from "fast-xml-parser";
import { faultOf, log } from "./log.server";

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressEmptyNode: true,
  processEntities: true,
});

/** Formats nested names and values as XML: `@name` is an attribute, and a list repeats its element. Texts are escaped. */
export const xml = (document: Record<string, unknown>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${built(document)}\n`;

/** An XML response. */
export const xmlResponse = (document: Record<string, unknown>, headers: Record<string, string>): Response =>
  new Response(xml(document), {
    headers: { ...headers, "Content-Type": "application/xml; charset=utf-8" },
  });

/** Placeholder for the entries that are streamed, without characters that would be escaped. */
const ENTRIES = "entries";

/**
 * Streams an XML response of any length. `entry` is the name of the repeated element, `document` is what is around the entries. A
 * page of entries is read only when the client has taken the previous one, and none after the client has left. Errors before the
 * first byte are thrown; later ones break off the response.
 */
export async function xmlStream(
  entry: string,
  document: (entries: string) => Record<string, unknown>,
  pages: AsyncIterable<unknown[]>,
  headers: Record<string, string>,
): Promise<Response> {
  const [head = "", tail = ""] = xml(document(ENTRIES)).split(`<${entry}>${ENTRIES}</${entry}>`);
  const reader = pages[Symbol.asyncIterator]();
  const first = await inTurn(() => reader.next());

  async function* texts(): AsyncGenerator<string> {
    yield head;
    for (let page = first; !page.done; page = await inTurn(() => reader.next())) yield built({ [entry]: page.value });
    yield tail;
  }
  return new Response(
    streamOf(texts(), () => reader.return?.()),
    {
      headers: { ...headers, "Content-Type": "application/xml; charset=utf-8" },
    },
  );
}

function streamOf(texts: AsyncGenerator<string>, stop: () => unknown): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await texts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.error({ error: faultOf(error) }, "a stream broke off");
          controller.error(error);
        }
      },
      async cancel() {
        await stop();
      },
    },
    // No page of entries is read in advance.
    { highWaterMark: 0 },
  );
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Runs reads of all streams one at a time, with other requests in between, so that many clients cost no more than one. */
function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(() => turnOfOthers()).then(read);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** Formats values as XML, without control characters, which XML cannot represent. */
const built = (value: Record<string, unknown>): string =>
  // oxlint-disable-next-line no-control-regex
  String(builder.build(value)).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
