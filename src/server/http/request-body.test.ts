import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refusal } from "~/shop/refusal";
import { BODY_TIMES, bodyRuleAt, bodyRules, withBoundedBody } from "./request-body";

const pieces = (count: number, state = { taken: 0 }) => ({
  state,
  body: new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.taken === count) return controller.close();
        state.taken += 1;
        controller.enqueue(new Uint8Array(10));
      },
    },
    { highWaterMark: 0 },
  ),
});
const upload = (body: ReadableStream) =>
  new Request("http://localhost/upload", { method: "POST", body, duplex: "half" } as RequestInit);
const rule = { address: /^\/upload$/, most: 100 };

test("a body within its limit can be read several times", async () => {
  const request = await withBoundedBody(upload(pieces(10).body), rule);

  expect((await request.clone().arrayBuffer()).byteLength).toBe(100);
  expect((await request.arrayBuffer()).byteLength).toBe(100);
});

test("a body over its limit is read only until it exceeds the limit", async () => {
  const { body, state } = pieces(1000);

  await expect(withBoundedBody(upload(body), rule)).rejects.toMatchObject({ code: "body-too-large" });
  expect(state.taken).toBe(11);
});

test("a streamed body is passed on while it is received, and fails where it exceeds its limit", async () => {
  const { body, state } = pieces(1000);
  const request = await withBoundedBody(upload(body), { ...rule, streamed: true });
  expect(state.taken).toBeLessThan(3);

  await expect(request.arrayBuffer()).rejects.toMatchObject({ code: "body-too-large" });
  expect(state.taken).toBeLessThan(14);
});

test("a streamed body within its limit arrives complete", async () => {
  const request = await withBoundedBody(upload(pieces(10).body), { ...rule, streamed: true });
  expect((await request.arrayBuffer()).byteLength).toBe(100);
});

test("a body whose connection fails is refused as malformed", async () => {
  const broken = new ReadableStream({
    pull() {
      throw new Error("connection lost");
    },
  });
  await expect(withBoundedBody(upload(broken), rule)).rejects.toMatchObject({ code: "body-malformed" });
});

test("a webhook message of the payment provider may be larger than a shopper's request", () => {
  const most = (path: string) => bodyRuleAt(path, bodyRules).most;
  expect(most("/api/stripe/webhook")).toBeGreaterThan(most("/api/orders"));
});

const silent = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(10)) });

test("a body that takes too long is refused as malformed, whether it is read in full or streamed", async () => {
  const times = { ...BODY_TIMES, whole: 30, piece: 30 };
  await expect(withBoundedBody(upload(silent()), rule, undefined, times)).rejects.toMatchObject({
    code: "body-malformed",
  });
  const streamed = await withBoundedBody(upload(silent()), { ...rule, streamed: true }, undefined, times);
  await expect(streamed.arrayBuffer()).rejects.toMatchObject({ code: "body-malformed" });
});

test("a streamed body has no limit on its total time", async () => {
  let left = 8;
  const steady = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      if ((left -= 1) === 0) return controller.close();
      controller.enqueue(new Uint8Array(10));
    },
  });
  const times = { ...BODY_TIMES, whole: 1, piece: 5_000 };
  const request = await withBoundedBody(upload(steady), { ...rule, streamed: true }, undefined, times);
  expect((await request.arrayBuffer()).byteLength).toBe(70);
});

describe("a streamed body without an end", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /**
   * Sends `bytes` bytes every `everyMs` milliseconds without end. Returns the seconds after which the body failed; undefined if
   * it had not failed after `within` seconds.
   */
  async function failsAfter(bytes: number, everyMs: number, within: number): Promise<number | undefined> {
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        controller.enqueue(new Uint8Array(bytes));
      },
    });
    const request = await withBoundedBody(upload(endless), { ...rule, most: Infinity, streamed: true });
    const begun = Date.now();
    let failed: number | undefined;
    request.body?.pipeTo(new WritableStream()).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "body-malformed") failed = (Date.now() - begun) / 1000;
    });
    await vi.advanceTimersByTimeAsync(within * 1000);
    return failed;
  }

  test("is cut off below the minimum rate, even if no chunk is late", async () => {
    expect(await failsAfter(10, 19_000, 120)).toBeCloseTo(30, 0);
    expect(await failsAfter(1000, 100, 300)).toBeLessThan(100);
  });

  test("is not cut off at the rate of a slow phone connection", async () => {
    expect(await failsAfter(20_000, 1000, 600)).toBeUndefined();
  });
});
