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
 * Minimum length of an incomplete word that is searched in all facts; a shorter one would begin too many words and is searched in
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
}

/** Weight labels in `search_terms`: A for names, ABC for names and facts, ABCD for these and details. */
type Weights = "A" | "ABC" | "ABCD";

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

function nearnessOf(wanted: Wanted): SQL {
  const { own, alike } = wanted;
  const less = [...(alike.length > 0 ? [anyPhrase(alike, "ABC")] : []), ...beginning(wanted)];
  const cases = [
    { query: anyPhrase(own, "A"), nearness: NEARNESS.named },
    { query: anyPhrase(own, "ABC"), nearness: NEARNESS.described },
    ...(alike.length > 0 ? [{ query: anyPhrase(alike, "A"), nearness: NEARNESS.alikeNamed }] : []),
    ...(less.length > 0 ? [{ query: less.join(" | "), nearness: NEARNESS.alike }] : []),
  ].map(({ query, nearness }) => sql`when ${holds(query)} then ${sql.raw(String(nearness))}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.raw(String(NEARNESS.inDetails))} end`;
}

const totalOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);
const nearestFirst = (a: DescribedProduct, b: DescribedProduct): number =>
  totalOf(a.parts) - totalOf(b.parts) || a.position - b.position || (a.id < b.id ? -1 : 1);

/**
 * Products that match every unit of a query, nearest first. `isSmall`: the shop is small enough to rank all products. Matches in
 * details are used only if there are no others.
 */
export async function describedProducts(
  db: Database,
  units: Wanted[],
  { most, isSmall }: { most: number; isSmall: boolean },
): Promise<DescribedProduct[]> {
  if (units.length === 0) return [];
  const found = isSmall ? await matching(db, units, sql`${searchDocuments}`, most) : await inLargeShop(db, units, most);
  const facts = found.filter(({ parts }) => totalOf(parts) < NEARNESS.inDetails);
  return facts.length > 0 ? facts : found;
}

async function inLargeShop(db: Database, units: Wanted[], most: number): Promise<DescribedProduct[]> {
  const first = sql`(select * from ${searchDocuments} order by position, product_id limit ${FIRST_DOCUMENTS})`;
  const found = await matching(db, units, first, most);
  if (found.filter(({ parts }) => totalOf(parts) < NEARNESS.inDetails).length >= most) return found;

  const others = await db.transaction(async (tx) => {
    // Forces the use of the index: the planner expects to find frequent words sooner without it, which is wrong if matches are
    // clustered.
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
    );
    const candidates = sql`(select * from ${searchDocuments} where ${condition(units)} limit ${CANDIDATES})`;
    return matching(tx, units, candidates, most);
  });
  return [...new Map([...found, ...others].map((product) => [product.id, product])).values()]
    .toSorted(nearestFirst)
    .slice(0, most);
}

const condition = (units: Wanted[]): SQL => holds(units.map(anywhere).join(" & "));

async function matching(
  db: Pick<Database, "execute">,
  units: Wanted[],
  among: SQL,
  most: number,
): Promise<DescribedProduct[]> {
  const total = sql.join(
    units.map((_, place) => sql`parts[${sql.raw(String(place + 1))}]`),
    sql` + `,
  );
  const { rows } = await db.execute<Record<string, unknown> & DescribedProduct>(sql`
    select id, position, parts
    from (
      select product_id as id, position, array[${sql.join(units.map(nearnessOf), sql`, `)}] as parts
      from ${among} as among where ${condition(units)}
    ) as matching
    order by ${total}, position, id limit ${most}`);
  return rows;
}
