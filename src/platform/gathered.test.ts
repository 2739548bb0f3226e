import { expect, test } from "vitest";
import { gathered } from "./gathered";

/** Questions that were asked, and a function that answers the oldest open one. */
function questions() {
  const asked: string[][] = [];
  const open: PromiseWithResolvers<string[]>[] = [];
  const ask = gathered((things: string[]) => {
    asked.push(things);
    const answered = Promise.withResolvers<string[]>();
    open.push(answered);
    return answered.promise;
  });
  return { asked, ask, next: () => open.shift() };
}

test("things that come while a question is under way are asked about together, by the next one", async () => {
  const { asked, ask, next } = questions();
  const first = ask("a");
  expect(asked).toEqual([["a"]]);
  const others = [ask("b"), ask("c")];
  expect(asked).toEqual([["a"]]);

  next()?.resolve(["A"]);
  expect(await first).toBe("A");
  await expect.poll(() => asked).toEqual([["a"], ["b", "c"]]);
  next()?.resolve(["B", "C"]);
  expect(await Promise.all(others)).toEqual(["B", "C"]);

  const later = ask("d");
  expect(asked.at(-1)).toEqual(["d"]);
  next()?.resolve(["D"]);
  expect(await later).toBe("D");
});

test("a failed question fails for what it asked about, and not for what is asked about next", async () => {
  const { asked, ask, next } = questions();
  const first = ask("a");
  const second = ask("b");
  next()?.reject(new Error("the database is away"));
  await expect(first).rejects.toThrow("the database is away");
  await expect.poll(() => asked).toEqual([["a"], ["b"]]);
  next()?.resolve(["B"]);
  expect(await second).toBe("B");
});
