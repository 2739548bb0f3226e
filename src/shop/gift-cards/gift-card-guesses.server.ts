import type { Database } from "~/platform/database.server";
import { addToHour, type HourlySum } from "~/platform/hourly-sum.server";
import { Refusal } from "~/shop/refusal";

/** Codes of gift cards that no card has, tried in an hour over all networks; nothing stops at it, because codes cannot be guessed. */
export const HOUR_OF_GUESSES: HourlySum = { name: "gift-card-guesses", most: 200 };

/**
 * Runs work that finds a card by its code, and counts a code that no card has. Call it outside of a transaction, which would take the
 * count back.
 *
 * @throws {Refusal} as the work.
 */
export async function countingGuesses<T>(db: Database, work: () => Promise<T>, now = new Date()): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "gift-card-unknown") await addToHour(db, HOUR_OF_GUESSES, now);
    throw error;
  }
}
