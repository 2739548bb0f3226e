import { setTimeout as pause } from "node:timers/promises";

const LOOKS = 40;
const BETWEEN_MS = 25;

/**
 * Looks until it holds, as often as fits into a second on a quiet machine: on a busy one each look takes longer, and what is
 * waited for as well.
 *
 * @throws what the last look threw.
 */
export async function withinASecond(look: () => unknown): Promise<void> {
  for (let left = LOOKS; ; left -= 1) {
    try {
      await look();
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
    await pause(BETWEEN_MS);
  }
}
