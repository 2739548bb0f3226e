import { vi } from "vitest";

/** Looks until nothing is thrown, as long as a busy machine may take: what has to come at once is proven by what makes it come, not by a clock. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });
