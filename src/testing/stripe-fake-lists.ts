import { invalid } from "./stripe-fake-errors";

/** Number of objects in a page of a list, unless the request sets another one, and in a list that is part of another object. */
const USUAL = 10;
const MOST = 100;

/** A page of a list with Stripe's parameters `created[gte]`, `limit` and `starting_after`; newest first, except for line items. */
export function pageOf<T extends { id: string; created?: number }>(
  all: readonly T[],
  query: (name: string) => string | undefined,
) {
  const since = Number(query("created[gte]") ?? 0);
  const limit = Number(query("limit") ?? USUAL);
  if (!(limit >= 1 && limit <= MOST)) throw invalid(`Invalid limit: must be between 1 and ${MOST}`);
  const after = query("starting_after");
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const rest = all.slice(start).filter(({ created = since }) => created >= since);
  return listOf(rest, limit);
}

/** A list as part of another object: only its first page. */
export const embeddedList = <T>(all: readonly T[]) => listOf(all, USUAL);

const listOf = <T>(all: readonly T[], limit: number) => ({
  object: "list",
  data: all.slice(0, limit),
  has_more: all.length > limit,
  url: "/v1",
});
