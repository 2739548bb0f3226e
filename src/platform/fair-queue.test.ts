import fc from "fast-check";
import { expect, test } from "vitest";
import { fairQueue } from "./fair-queue";

const FULL = "full";

interface Turn {
  who: string;
  isFirst: boolean;
}

/** Queue in which two jobs may run, one of each caller, and three may wait, two of each caller. */
const opened = () =>
  fairQueue<Turn>({
    mayRun: ({ who }, running) => running.length < 2 && running.every((other) => other.who !== who),
    isFull: ({ who }, waiting) => waiting.length >= 3 || waiting.filter((other) => other.who === who).length >= 2,
    refusal: () => new Error(FULL),
    rank: ({ isFirst }) => (isFirst ? 0 : 1),
  });

test("a caller with too many jobs is refused, while another caller's job runs at once", async () => {
  const queue = opened();
  const gate = Promise.withResolvers<void>();
  const greedy = Array.from({ length: 4 }, () => queue.run({ who: "greedy", isFirst: false }, () => gate.promise));
  await expect(greedy[3]).rejects.toThrow(FULL);
  expect(await queue.run({ who: "honest", isFirst: false }, async () => "served")).toBe("served");
  gate.resolve();
  await Promise.all(greedy.slice(0, 3));
});

test("the limits are kept at every moment, and every job that is not refused runs to its end", async () => {
  const turns = fc.array(fc.record({ who: fc.constantFrom("a", "b", "c"), isFirst: fc.boolean() }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(turns, fc.boolean(), async (asked, stepsAside) => {
      const queue = opened();
      const running: string[] = [];
      const broken: string[][] = [];
      const enter = (who: string) => {
        running.push(who);
        if (running.length > 2 || new Set(running).size < running.length) broken.push([...running]);
      };
      const done = asked.map((turn) =>
        queue.run(turn, async (aside) => {
          enter(turn.who);
          await Promise.resolve();
          const leaveFor = async () => {
            running.splice(running.indexOf(turn.who), 1);
            await Promise.resolve();
          };
          if (stepsAside) {
            await aside(leaveFor);
            enter(turn.who);
          }
          running.splice(running.indexOf(turn.who), 1);
        }),
      );
      const results = await Promise.allSettled(done);
      const faults = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
      expect(faults.filter((fault) => fault !== `Error: ${FULL}`)).toEqual([]);
      expect(broken).toEqual([]);
      // At the end the queue is empty, so that a job runs at once.
      expect(await queue.run({ who: "a", isFirst: false }, async () => running.length)).toBe(0);
    }),
  );
});

test("a job of a lower rank runs first, even if it came later", async () => {
  const queue = opened();
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const note = (who: string, isFirst: boolean) => queue.run({ who, isFirst }, async () => void order.push(who));
  const busy = ["x", "y"].map((who) => queue.run({ who, isFirst: false }, () => gate.promise));
  const later = [note("plain", false), note("early", true)];
  gate.resolve();
  await Promise.all([...busy, ...later]);
  expect(order).toEqual(["early", "plain"]);
});
