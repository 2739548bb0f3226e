import { vi } from "vitest";

/**
 * Repeats `look` until it does not throw, for up to 20 s, because test machines may be busy. It tests an outcome, not its speed.
 */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });
