import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { formsOf, NEARNESS } from "./query-words";
import { searchDocuments } from "./search.tables";

/**
 * In a large shop, number of products (first in the merchant's order) that every query reads, because frequent words are found
 * among them.
 */
const FIRST_DOCUMENTS = 2_000;
/** Maximum number of further matches that are read by index. */
const CANDIDATES = 5_000;
/**
 * Minimum length of an incomplete word that is searched in all parts of the description; a shorter one would begin too many words and is searched in
 * names only.
 */
const SHORTEST_BEGINNING = 3;

/** A product that matches every unit of a query. */
export interface DescribedProduct {
  id: string;
  position: number;
  /** Nearness of the product to each unit of the query. */
  parts: number[];
}

/** A unit of a query with the phrases that may match it. */
export interface Wanted {
  own: string[][];
  alike: string[][];
  /** Last word of the query, which may be incomplete. */
  begun?: string | undefined;
  /** Whether products that lack it may be found. */
  isWish?: boolean;
}

/** How many products are wanted, and among which. */
export interface Bounds {
  most: number;
  /** Whether the shop is small enough to rank all products. */
  isSmall: boolean;
  /** SQL condition on `document.product_id`, such as bounds of the price. */
  among?: SQL | undefined;
}

/** Weight labels in `search_terms`: A for names, B for categories and collections, C for other fields, D for details. */
type Weights = "A" | "AB" | "ABC" | "ABCD";

/** A tsquery that matches any of the phrases. It needs no escaping, since words consist of letters and digits. */
const anyPhrase = (phrases: string[][], weights: Weights): string =>
  phrases.map((phrase) => `(${phrase.map((word) => anyForm(word, weights)).join(" & ")})`).join(" | ");
const anyForm = (word: string, weights: Weights): string =>
  `(${formsOf(word)
    .map((form) => `'${form}':${weights}`)
    .join(" | ")})`;
const beginning = ({ begun = "" }: Wanted): string[] =>
  begun === "" ? [] : [`'${begun}':*${begun.length < SHORTEST_BEGINNING ? "A" : "ABC"}`];
const anywhere = (wanted: Wanted): string =>
  `(${[anyPhrase([...wanted.own, ...wanted.alike], "ABCD"), ...beginning(wanted)].join(" | ")})`;

const holds = (query: string): SQL => sql`terms @@ ${query}::tsquery`;

/**
 * SQL for the nearness of a product to a unit. The kind of thing beside wishes counts far more in name, category or collection than
 * in other fields: "waterproof gloves" are gloves first, and not what has buckles of the size of a glove.
 */
function nearnessOf(wanted: Wanted, isKind: boolean): SQL {
  const { own, alike, isWish } = wanted;
  const less = [...(alike.length > 0 ? [anyPhrase(alike, "ABC")] : []), ...beginning(wanted)];
  if (isKind) {
    const near = nearnessOf(wanted, false);
    return sql`${near} + case when ${holds(anyPhrase([...own, ...alike], "AB"))} then 0 else ${sql.raw(String(NEARNESS.elsewhere))} end`;
  }
  const cases = [
    { query: anyPhrase(own, "A"), nearness: NEARNESS.named },
    { query: anyPhrase(own, "ABC"), nearness: NEARNESS.described },
    ...(alike.length > 0 ? [{ query: anyPhrase(alike, "A"), nearness: NEARNESS.alikeNamed }] : []),
    ...(less.length > 0 ? [{ query: less.join(" | "), nearness: NEARNESS.alike }] : []),
    ...(isWish ? [{ query: anywhere(wanted), nearness: NEARNESS.inDetails }] : []),
  ].map(({ query, nearness }) => sql`when ${holds(query)} then ${sql.raw(String(nearness))}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.raw(String(isWish ? NEARNESS.missed : NEARNESS.inDetails))} end`;
}

const totalOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);
const nearestFirst = (a: DescribedProduct, b: DescribedProduct): number =>
  totalOf(a.parts) - totalOf(b.parts) || a.position - b.position || (a.id < b.id ? -1 : 1);

/**
 * Products that match every unit of a query except wishes, nearest first: those with most wishes, and no others. Matches in details
 * are used only if there are no others.
 */
export async function describedProducts(db: Database, units: Wanted[], bounds: Bounds): Promise<DescribedProduct[]> {
  if (units.length === 0) return [];
  const found = bounds.isSmall
    ? await matching(db, units, sql`${searchDocuments}`, bounds)
    : await inLargeShop(db, units, bounds);
  const [best] = found;
  const nearest = best ? found.filter((product) => wishesMissed(product) === wishesMissed(best)) : [];
  const above = nearest.filter(isAboveDetails);
  return above.length > 0 ? above : nearest;
}

/** Whether a product matches no unit in details only. */
export const isAboveDetails = ({ parts }: Pick<DescribedProduct, "parts">): boolean =>
  parts.every((part) => part % NEARNESS.missed < NEARNESS.inDetails);

/** Number of wishes that a product lacks; many more if it is of another kind. */
export const wishesMissed = ({ parts }: DescribedProduct): number =>
  totalOf(parts.map((part) => Math.floor(part / NEARNESS.missed)));

async function inLargeShop(db: Database, units: Wanted[], bounds: Bounds): Promise<DescribedProduct[]> {
  const first = sql`(select * from ${searchDocuments} order by position, product_id limit ${FIRST_DOCUMENTS})`;
  const found = await matching(db, units, first, bounds);
  if (found.filter(({ parts }) => totalOf(parts) < NEARNESS.inDetails).length >= bounds.most) return found;

  const others = await db.transaction(async (tx) => {
    // Forces the use of the index: the planner expects to find frequent words sooner without it, which is wrong if matches are
    // clustered.
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
    );
    const candidates = sql`(select * from ${searchDocuments} where ${condition(units)} limit ${CANDIDATES})`;
    return matching(tx, units, candidates, bounds);
  });
  return [...new Map([...found, ...others].map((product) => [product.id, product])).values()]
    .toSorted(nearestFirst)
    .slice(0, bounds.most);
}

/** All units that are no wishes; if there are none, any of the wishes. */
function condition(units: Wanted[]): SQL {
  const needed = units.filter(({ isWish }) => !isWish);
  return holds(needed.length > 0 ? needed.map(anywhere).join(" & ") : units.map(anywhere).join(" | "));
}

async function matching(
  db: Pick<Database, "execute">,
  units: Wanted[],
  documents: SQL,
  { most, among = sql`true` }: Bounds,
): Promise<DescribedProduct[]> {
  // The last word that is no wish says what kind of thing is looked for, as in "black leather gloves for winter".
  const kind = units.some(({ isWish }) => isWish) ? units.findLastIndex(({ isWish }) => !isWish) : -1;
  const total = sql.join(
    units.map((_, place) => sql`parts[${sql.raw(String(place + 1))}]`),
    sql` + `,
  );
  const { rows } = await db.execute<Record<string, unknown> & DescribedProduct>(sql`
    select id, position, parts
    from (
      select product_id as id, position, array[${sql.join(
        units.map((unit, place) => nearnessOf(unit, place === kind)),
        sql`, `,
      )}] as parts
      from ${documents} as document where ${condition(units)} and ${among}
    ) as matching
    order by ${total}, position, id limit ${most}`);
  return rows;
}
