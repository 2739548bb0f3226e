import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { streamTimeout } from "~/entry.server";
import { documentHandler } from "~/server/rendering/document-handler";

export { handleError, streamTimeout } from "~/entry.server";

export default documentHandler(rendered);

/** A whole page: components that are loaded on first use are waited for. */
function rendered(page: ReactNode, nonce: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      resolve(Buffer.concat(chunks).toString("utf8"));
      done();
    },
  });
  const timer = setTimeout(() => stream.abort(new Error("the page took too long")), streamTimeout + 1000);
  void promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  const stream = renderToPipeableStream(page, {
    nonce,
    // Everything is there before the first byte: nothing needs to be moved to its place by a script.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: () => stream.pipe(sink),
    onError: reject,
  });
  return promise;
}
