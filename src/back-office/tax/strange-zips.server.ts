import type { Services } from "~/services";
import { statesOfStrangeZips } from "~/shop/places/places.server";
import type { BadLine, RateLine } from "~/shop/tax/rate-lines";
import { type Span, spanWords } from "~/shop/tax/zip-ranges";
import { stateName } from "~/shop/us-states";

const words = (span: Span, state: string, other: string): string =>
  `${spanWords(span)} is in ${stateName(other)}, not in ${stateName(state)}.`;

/** Error message about a range whose ZIPs are all in another state; undefined for one that can be of its state. */
export async function whyNotInState(services: Services, state: string, span: Span): Promise<string | undefined> {
  const [other] = await statesOfStrangeZips(services.db, [{ state, zipFrom: span.zipFrom, zipTo: span.zipTo }]);
  return other ? words(span, state, other) : undefined;
}

/** Divides lines of rates into those whose ZIPs can be in their state, and those whose ZIPs are in another. */
export async function linesInTheirStates(
  services: Services,
  lines: RateLine[],
): Promise<{ lines: RateLine[]; bad: BadLine[] }> {
  const others = await statesOfStrangeZips(
    services.db,
    lines.map(({ state, zipFrom, zipTo }) => ({ state, zipFrom, zipTo })),
  );
  return {
    lines: lines.filter((_, place) => !others[place]),
    bad: lines.flatMap(({ line, text, state, zipFrom, zipTo }, place) => {
      const other = others[place];
      return other ? [{ line, text, error: words({ zipFrom, zipTo }, state, other) }] : [];
    }),
  };
}
