import { expect, test } from "vitest";
import { type RenderPriority, renderQueue, RenderQueueFull } from "./render-queue";

/** A render queue whose renders end when the test releases them. */
function opened(bounds: Parameters<typeof renderQueue>[0]) {
  const gate = renderQueue(bounds);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (lane: RenderPriority, name: string) =>
    gate.run(
      lane,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      name,
    );
  return { ask, begun, end: (name: string) => ends.get(name)?.() };
}

const line = { reading: 2, own: 2, sending: 2 };

test("a limited number of pages render at the same time; the next render begins when one ends", async () => {
  const { ask, begun, end } = opened({ atOnce: 2, waiting: line });
  const first = ask("reading", "one");
  const all = [first, ask("reading", "two"), ask("reading", "three")];

  expect(begun).toEqual(["one", "two"]);
  end("one");
  await first;
  await Promise.resolve();
  expect(begun).toEqual(["one", "two", "three"]);
  end("two");
  end("three");
  expect(await Promise.all(all)).toEqual(["one", "two", "three"]);
});

test("one network can fill at most half of the queue, so that other networks still find a place", async () => {
  const queue = renderQueue({ atOnce: 1, waiting: { sending: 4, own: 4, reading: 4 } });
  const never = () => new Promise<string>(() => {});
  void queue.run("reading", never, "203.0.113.9");
  const first = queue.run("reading", never, "203.0.113.9");
  const second = queue.run("reading", never, "203.0.113.9");

  await expect(queue.run("reading", never, "203.0.113.9")).rejects.toThrow(RenderQueueFull);
  for (const other of [1, 2, 3]) void queue.run("reading", never, `198.51.100.${other}`);
  // The third network finds a place, too, and the fourth, because one network has asked for more; then each has one, and the queue is full.
  await expect(second).rejects.toThrow(RenderQueueFull);
  void queue.run("reading", never, "198.51.100.4");
  await expect(first).rejects.toThrow(RenderQueueFull);
  await expect(queue.run("reading", never, "198.51.100.5")).rejects.toThrow(RenderQueueFull);
});

test("a render beyond the queue's length is refused at once, and forms have a queue of their own", async () => {
  const { ask, begun, end } = opened({ atOnce: 2, waiting: line });
  const pages = ["a", "b", "c", "d"].map((name) => ask("reading", name));

  await expect(ask("reading", "e")).rejects.toThrow(RenderQueueFull);
  const form = ask("sending", "form");
  end("a");
  await pages[0];
  await Promise.resolve();
  expect(begun).toEqual(["a", "b", "form"]);
  end("form");
  expect(await form).toBe("form");
});

test("forms cannot take the last slot, which is reserved for public pages", async () => {
  const { ask, begun } = opened({ atOnce: 2, waiting: line });
  void ask("sending", "form");
  void ask("sending", "second form");
  void ask("reading", "page");

  expect(begun).toEqual(["form", "page"]);
});

test("personal pages, which may wait for a payment provider, leave a slot to forms", async () => {
  const { ask, begun } = opened({ atOnce: 4, waiting: line });
  for (const name of ["own", "second own", "third own"]) void ask("own", name);
  void ask("sending", "form");

  expect(begun).toEqual(["own", "second own", "form"]);
});

test("forms that keep coming leave a slot to personal pages that wait", async () => {
  const { ask, begun, end } = opened({ atOnce: 4, waiting: { ...line, sending: 9 } });
  const forms = ["a", "b", "c", "d", "e"].map((name) => ask("sending", name));
  void ask("own", "own");
  expect(begun).toEqual(["a", "b", "c"]);

  for (const [at, name] of ["a", "b"].entries()) {
    end(name);
    await forms[at];
    await Promise.resolve();
  }
  expect(begun).toEqual(["a", "b", "c", "own", "d"]);
});

test("a crowd from many networks takes no place from a rider, who goes before its further requests", async () => {
  const queue = renderQueue({ atOnce: 1, waiting: { sending: 8, own: 8, reading: 8 } });
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (priority: RenderPriority, network: string) =>
    queue.run(
      priority,
      () => {
        begun.push(network);
        return gate.promise;
      },
      network,
    );
  const crowd = [0, 1, 2, 3].map((number) => `198.51.100.${number}`);
  const asked = [ask("own", "busy"), ...[...crowd, ...crowd].map((network) => ask("own", network))];
  const outcomes = Promise.allSettled(asked);
  const rider = ask("own", "192.0.2.1");
  // A form of the same moment has a queue of its own, and is not displaced.
  const form = ask("sending", "192.0.2.2");

  gate.resolve();
  await Promise.all([rider, form]);
  const refused = (await outcomes).filter(({ status }) => status === "rejected");
  expect(refused).toEqual([{ status: "rejected", reason: new RenderQueueFull("own") }]);
  expect(begun.slice(0, 7)).toEqual(["busy", "192.0.2.2", ...crowd, "192.0.2.1"]);
});

test("a rider who asked little goes before a crowd that asked much, though each of its networks waits with one request", async () => {
  const queue = renderQueue({ atOnce: 1, waiting: { sending: 8, own: 8, reading: 8 } });
  const begun: string[] = [];
  const ask = (network: string, end?: Promise<void>) =>
    queue.run("own", async () => (begun.push(network), end), network);
  const crowd = [0, 1, 2].map((number) => `198.51.100.${number}`);
  for (const network of crowd) await ask(network);
  const gate = Promise.withResolvers<void>();
  const all = [ask("busy", gate.promise), ...crowd.map((network) => ask(network)), ask("192.0.2.1")];

  gate.resolve();
  await Promise.all(all);
  expect(begun.slice(3)).toEqual(["busy", "192.0.2.1", ...crowd]);
});

test("a render that comes back from slow work is never displaced", async () => {
  const queue = renderQueue({ atOnce: 1, waiting: { sending: 4, own: 4, reading: 4 } });
  const [slow, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const until = (name: string, end: Promise<void>) => queue.run("own", () => end, name);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = Promise.withResolvers<void>();
  void until("other", first.promise);
  // The second turn of its network, which goes after those of others.
  void until("crowd", Promise.resolve());
  const back = queue.run("own", async (aside) => (await aside(() => slow.promise), "back"), "crowd");
  first.resolve();
  await turn();
  const others = ["a", "b", "c", "d"].map((name) => until(name, gate.promise));
  slow.resolve();
  await turn();

  await expect(until("rider", gate.promise)).rejects.toThrow(RenderQueueFull);
  gate.resolve();
  await Promise.all(others);
  expect(await back).toBe("back");
});

test("a failed render frees its slot", async () => {
  const gate = renderQueue({ atOnce: 1, waiting: { reading: 1, own: 1, sending: 1 } });
  await expect(gate.run("reading", () => Promise.reject(new Error("no")))).rejects.toThrow("no");

  expect(await gate.run("reading", async () => "page")).toBe("page");
});

test("a render that waits for slow work frees its slot and queues again; beyond the limit it may not wait this way", async () => {
  const queue = renderQueue({ atOnce: 1, aside: 1, waiting: { sending: 2, own: 2, reading: 2 } });
  const steps: string[] = [];
  let goOn = () => {};
  const first = queue.run("reading", async (aside) => {
    await aside(() => new Promise<void>((resolve) => (goOn = resolve)));
    steps.push("first is back");
  });
  const second = queue.run("reading", async (aside) => {
    steps.push("second");
    expect(await aside(() => Promise.resolve("nothing was begun"))).toBeUndefined();
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
    steps.push("second is done");
  });
  await Promise.all([first, second]);
  expect(steps).toEqual(["second", "second is done", "first is back"]);
});
