/** Time in milliseconds for which requests of a client are counted. */
const LATELY = 600_000;
/** Maximum number of clients that are counted; when there are more, all counts start again. */
const CLIENTS = 10_000;

/**
 * Creates a function that counts a request of a client and returns the number of its requests before it in the last minutes. An empty
 * name may be many clients, so that it has none.
 */
export function recentCounts(): (client: string) => number {
  const counts = new Map<string, { since: number; asked: number }>();
  return (client) => {
    if (client === "") return 0;
    const now = performance.now();
    if (counts.size >= CLIENTS) counts.clear();
    let count = counts.get(client);
    if (!count || now - count.since > LATELY) counts.set(client, (count = { since: now, asked: 0 }));
    return count.asked++;
  };
}
