/** Milliseconds before a page's data are read again, one for each attempt. */
const PAUSES = [300, 1_000];

/** Statuses of a proxy whose shop did not answer. */
const isGateway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Error for data of a page of which no answer arrived. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/**
 * Wraps `fetch`, so that data of a page are read again where the line or a proxy dropped the answer: reading changes nothing, and
 * after a save a dropped answer would show an error in place of what was saved. Forms are not sent again.
 *
 * @throws {Unanswered} when no answer arrived at the last attempt either
 */
export const readingAgain =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const isRead = (init?.method ?? (input instanceof Request ? input.method : "GET")) === "GET" && isData(input);
    for (const pause of isRead ? PAUSES : []) {
      const answer = await fetch(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted) throw error;
      });
      if (answer && !(isGateway(answer.status) && !answer.headers.has("X-Remix-Response"))) return answer;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (!isRead) return fetch(input, init);
    return fetch(input, init).catch((cause: unknown) => {
      throw init?.signal?.aborted ? cause : new Unanswered("The shop did not answer.", { cause });
    });
  };

/** Whether a request reads the data of pages. */
const isData = (input: RequestInfo | URL): boolean =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname.endsWith(".data");
