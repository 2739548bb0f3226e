import { expect, test } from "vitest";
import { openPictureDemand } from "./picture-demand.server";

/** Creates a demand whose work ends only when the test calls `end`. */
function watched(bounds: Parameters<typeof openPictureDemand>[0]) {
  const demand = openPictureDemand({ patience: 60_000, ...bounds });
  const begun: string[] = [];
  const running: (() => void)[] = [];
  const made = new Set<string>();
  let most = 0;
  return {
    begun,
    most: () => most,
    ask: (key: string, network: string) =>
      demand(key, network, async () => {
        if (made.has(key)) return;
        begun.push(key);
        await new Promise<void>((end) => {
          running.push(end);
          most = Math.max(most, running.length);
        });
        made.add(key);
      }),
    /** Ends running work, `count` times. */
    async end(count: number) {
      for (let each = 0; each < count && running.length > 0; each += 1) {
        running.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    left: () => running.length,
  };
}

test("a size is made once, even if several requests wait for it", async () => {
  const { ask, end, begun } = watched({ atOnce: 2 });
  const waits = ["a", "b", "a", "c"].map((network) => ask("hero", network));
  await end(1);
  await Promise.all(waits);
  expect(begun).toEqual(["hero"]);
});

test("while fifty networks request five thousand sizes, a shopper of another network has to wait for only a few of them", async () => {
  const { ask, end, begun, most, left } = watched({ atOnce: 2 });
  const attack: Promise<void>[] = [];
  const flood = (from: number, count: number) => {
    for (let each = from; each < from + count; each += 1)
      for (let network = 0; network < 50; network += 1)
        attack.push(ask(`width ${each * 50 + network}`, `10.0.0.${network}`));
  };
  for (const from of [0, 10, 20, 30]) {
    flood(from, 10);
    await end(500);
  }
  flood(40, 60);
  const before = begun.length;
  // Sizes that the attackers have requested too, and that would be far back in their queue.
  const front = Array.from({ length: 12 }, (_, card) => `width ${3000 + card}`);

  // A browser requests six pictures at the same time.
  const cards = [...front, ...front.map((card) => `${card} on the card`)];
  const connection = async () => {
    for (let card = cards.shift(); card; card = cards.shift()) await ask(card, "203.0.113.7");
  };
  const shopper = Promise.all(Array.from({ length: 6 }, connection));
  const seen: number[] = [];
  const served = shopper.then(() => seen.push(begun.length));
  while (seen.length === 0 && left() > 0) await end(1);
  await served;
  expect((seen[0] ?? Infinity) - before).toBeLessThan(60);

  while (left() > 0) await end(1);
  await Promise.all(attack);
  expect(begun.filter((key) => key.endsWith("on the card"))).toHaveLength(12);
  expect(most()).toBe(2);
});

test("when hundreds of networks have filled the queue, a shopper with fewer requests displaces the last waiting one", async () => {
  const { ask, end, begun, left } = watched({ atOnce: 2, waiting: 200, ofNetwork: 3 });
  const attack: Promise<void>[] = [];
  const flood = (round: number) => {
    for (let network = 0; network < 300; network += 1)
      for (let each = 0; each < 3; each += 1)
        attack.push(ask(`${round} ${network} ${each}`, `2001:db8:0:${network}::/64`));
  };
  flood(0);
  await end(50);
  flood(1);

  const shopper = Promise.all(["hero", "card"].map((key) => ask(key, "203.0.113.7")));
  while (left() > 0) await end(1);
  await Promise.all([shopper, ...attack]);
  expect(begun).toContain("hero");
  expect(begun).toContain("card");
});

test("no request waits longer than the limit, and a failure ends the wait", async () => {
  const { ask, begun } = watched({ patience: 1 });
  await ask("never ends", "a");
  expect(begun).toEqual(["never ends"]);

  const failing = openPictureDemand({ patience: 60_000 });
  await expect(failing("broken", "a", () => Promise.reject(new Error("no picture")))).resolves.toBeUndefined();
});
