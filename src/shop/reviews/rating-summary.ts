import type { ImportedSummary } from "./imported-summary";
import { type Rating, ratings } from "./review";

/** Headings of the answers that reviewers gave about themselves, by key in the import. */
const breakdowns = {
  bodyType: "Body type",
  sizeOrdered: "Size ordered",
  usualSize: "Usual size",
  height: "Height",
} as const;

export interface ReviewSummary {
  average: number;
  count: number;
  /** Percentage of each rating, most stars first. */
  shares: { stars: Rating; percent: number }[];
  fit: ImportedSummary["fit"] | null;
  breakdowns: { title: string; shares: ImportedSummary["fit"]["breakdown"] }[];
}

/** Figures of the whole shop: the imported figures plus reviews approved since (`since`, counted by rating). */
export function ratingSummary(imported: ImportedSummary | null, since: Record<string, number>): ReviewSummary {
  const counts = ratings.map((stars) => ({
    stars,
    count: (imported?.stars[stars] ?? 0) + (since[stars] ?? 0),
  }));
  const count = counts.reduce((total, entry) => total + entry.count, 0);
  const sum = counts.reduce((total, entry) => total + entry.stars * entry.count, 0);
  return {
    average: count > 0 ? sum / count : 0,
    count,
    shares: counts.map((entry) => ({
      stars: entry.stars,
      percent: count > 0 ? Math.round((entry.count / count) * 100) : 0,
    })),
    fit: imported?.fit ?? null,
    breakdowns: Object.entries(breakdowns).flatMap(([key, title]) => {
      const shares = imported?.breakdowns[key];
      return shares ? [{ title, shares }] : [];
    }),
  };
}
