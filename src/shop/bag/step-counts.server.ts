import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { dayIn } from "~/shop/shop-time";
import type { CountedStep } from "./counted-steps";
import { stepCounts } from "./step-counts.tables";

export interface StepCounts {
  /** Counts a step in memory, without a query. */
  add(step: CountedStep, now: Date): void;
  /** Writes pending counts to the database; after an error they stay pending for the next call. */
  flush(): Promise<void>;
}

/** Opens counts of steps, which are held in memory and written every minute. */
export function openStepCounts({ db, settings }: Pick<Services, "db" | "settings">): StepCounts {
  const waiting = new Map<string, { day: string; step: CountedStep; times: number }>();
  return {
    add(step, now) {
      const day = dayIn(now, settings().timeZone);
      const id = `${day} ${step}`;
      const own = waiting.get(id) ?? { day, step, times: 0 };
      own.times += 1;
      waiting.set(id, own);
    },
    async flush() {
      const own = [...waiting.values()].map((row) => ({ ...row }));
      if (own.length === 0) return;
      await db
        .insert(stepCounts)
        .values(own)
        .onConflictDoUpdate({
          target: [stepCounts.day, stepCounts.step],
          set: { times: sql`${stepCounts.times} + excluded.times` },
        });
      for (const { day, step, times } of own) {
        const left = waiting.get(`${day} ${step}`);
        if (left && left.times > times) left.times -= times;
        else waiting.delete(`${day} ${step}`);
      }
    },
  };
}
