import { afterEach, expect, test, vi } from "vitest";
import { inTime } from "./in-time.server";
import { log } from "./log.server";

afterEach(() => vi.restoreAllMocks());

test("a step of the shutdown that never ends is named in the log, and the shutdown goes on", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  await inTime("the pool", new Promise(() => undefined), 20);
  expect(warned).toHaveBeenCalledWith({ step: "the pool", milliseconds: 20 }, expect.any(String));
});

test("a step that ends is waited for, without a warning; its error is thrown", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  let isDone = false;
  await inTime(
    "the pool",
    Promise.resolve().then(() => void (isDone = true)),
    60_000,
  );
  expect(isDone).toBe(true);
  await expect(inTime("the pool", Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  expect(warned).not.toHaveBeenCalled();
});
