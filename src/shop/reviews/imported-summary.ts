import { z } from "zod";

const Share = z.object({ label: z.string(), percent: z.number() });

/** Schema of the counts and shares of imported reviews; those of the demo shop are imported, too. */
export const ImportedSummary = z.object({
  count: z.int().min(0),
  stars: z.record(z.string(), z.int().min(0)),
  fit: z.object({ position: z.number().min(0).max(100), breakdown: z.array(Share).min(1) }),
  breakdowns: z.record(z.string(), z.array(Share)),
});
export type ImportedSummary = z.infer<typeof ImportedSummary>;
