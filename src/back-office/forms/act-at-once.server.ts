import { Refusal } from "~/shop/refusal";

/** Number of attempts before an act at once is given up, because other members were first each time. */
const ATTEMPTS = 5;

/** Stored record that ends at a moment. */
interface Ending {
  version: number;
  endsAt: Date | null;
}

/**
 * Changes a record at once, also if other members changed it since the page was opened: it is read anew at each attempt. Returns the
 * act; null for an unknown record.
 *
 * @throws {Refusal} as `change`; `edited-meanwhile` if others changed it at each attempt.
 */
export async function actAtOnce<Found extends Ending>(
  find: () => Promise<Found | null>,
  change: (found: Found) => Promise<{ saved: true; act: string } | { saved: false }>,
): Promise<string | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await find();
    if (!found) return null;
    const result = await change(found);
    if (result.saved) return result.act;
  }
  throw new Refusal("edited-meanwhile");
}

/** Value of the end of a record that ends now; one that has ended keeps its end. */
export function endedNow({ endsAt }: Pick<Ending, "endsAt">): { endsAt: string } {
  const now = new Date();
  return { endsAt: (endsAt && endsAt <= now ? endsAt : now).toISOString() };
}
