import { and, asc, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { folded } from "~/shop/folded-text";
import { publishedWithCode } from "../naming/goods-by-name.server";
import { listedProducts } from "../catalog.tables";
import { bareWords, forgivenIn, type Meaning, meaningOf } from "./match-and-rank";
import { type PriceBounds, type PricedQuery, pricedQuery } from "./price-words";
import {
  formsOf,
  NEARNESS,
  type QueryUnit,
  type ReadUnit,
  saysAllGoods,
  saysGoods,
  unitsOf,
  withPlainSizes,
} from "./query-words";
import {
  type Bounds,
  type DescribedProduct,
  describedProducts,
  isAboveDetails,
  type Wanted,
  wishesMissed,
} from "./described-products.server";
import { searchNames, searchWords } from "./search.tables";

/** Number of names (first in the merchant's order) that every query reads, because frequent words are found among them. */
const FIRST_NAMES = 10_000;
/** Maximum number of further matches that are read by index. */
const CANDIDATES = 5_000;
const KNOWN_WORDS = 400;

interface FoundName {
  id: string;
  /** Rank by the position of the query in the name, below 0 if the name ends with it; equal ranks follow the merchant's order. */
  place: number;
  position: number;
}

export interface FoundProducts {
  ids: string[];
  units: ReadUnit[];
  /** Bounds of prices in the query, and its other words. */
  price: PricedQuery;
}

/** Ids of the products that `searchProducts` finds. */
export async function searchIds(db: Database, query: string, most: number): Promise<string[]> {
  return (await searchProducts(db, query, most)).ids;
}

/**
 * Products for a normalized query. First come products whose name contains the query: those whose name ends with it, which are that
 * thing, then those whose name begins with it, then others; then products that match every word (or a synonym) in name, category, collection, size, color or material. If there are
 * none, products with similar words are found. Words about prices are bounds. Words that say what goods are for, or what they
 * should have, are wishes: what matches most of them is found. A query that is the SKU or barcode of a product or variant finds
 * only this. Exact up to 10,000 products; in larger shops further matches are
 * read by index, and frequent words may find only the first products.
 */
export const searchProducts = (db: Database, query: string, most: number): Promise<FoundProducts> =>
  readUnder([cacheKeys.search], () => readProducts(db, query, most));

/** A query that may be a SKU or barcode, as they stand on labels and papers. */
const MAY_BE_CODE = /^(?=.*\d).{4,}$/;

async function readProducts(db: Database, typed: string, most: number): Promise<FoundProducts> {
  const coded = MAY_BE_CODE.test(typed) ? await publishedWithCode(db, typed, most) : [];
  if (coded.length > 0) return { ids: coded, units: [], price: { rest: typed, bounds: {}, typed: "" } };
  const price = pricedQuery(withPlainSizes(folded(typed)));
  const isOfPrice = price.typed !== "" && !saysGoods(price.rest);
  const units = isOfPrice ? [] : unitsIn(price.rest);
  const found = isOfPrice
    ? { ids: await pricedIds(db, price.bounds, most), units }
    : await goodsWith(db, price, units, most);
  if (price.typed === "" || units.length === 0 || isOfKind(found)) return { ...found, price };
  const atAnyPrice = await goodsWith(db, { ...price, bounds: {} }, units, most);
  return isOfKind(atAnyPrice) ? { ...atAnyPrice, price: { ...price, isDropped: true } } : { ...found, price };
}

/**
 * Products with the words of a query. Where none has a size that it names, those of other sizes; of gear for a use for which there is
 * none, all goods: size and use are wishes that they lack.
 */
async function goodsWith(
  db: Database,
  price: PricedQuery,
  units: ReadUnit[],
  most: number,
): Promise<Omit<FoundProducts, "price">> {
  const found = await productsWith(db, price, units, most);
  // Sizes are wishes already where words that were typed apart were read as one.
  if (found.ids.length === 0 && found.units.some(({ isSize, wish }) => isSize && wish === undefined)) {
    const others = units.map((unit): ReadUnit => (unit.isSize ? { ...unit, wish: "wanted" } : unit));
    if (others.some(({ wish }) => wish === undefined)) return productsWith(db, price, others, most);
  }
  const isOfAll = units.length > 0 && units.every(({ wish }) => wish === "wanted") && saysAllGoods(price.rest);
  if (found.ids.length > 0 || !isOfAll) return found;
  const missed = units.map((unit) => ({ ...unit, nearness: NEARNESS.missed }));
  return { ids: await pricedIds(db, price.bounds, most), units: missed };
}

/** Whether what was found is the kind of thing that was looked for, and does not only mention it. */
const isOfKind = ({ ids, units }: Pick<FoundProducts, "ids" | "units">): boolean =>
  ids.length > 0 && (units.findLast(({ wish }) => wish === undefined)?.nearness ?? 0) < NEARNESS.inDetails;

async function productsWith(
  db: Database,
  { rest: query, bounds: prices }: PricedQuery,
  units: ReadUnit[],
  most: number,
): Promise<Omit<FoundProducts, "price">> {
  const found = canStandInName(query) ? sql`strpos(name, ${query})` : sql`0`;
  const place = sql`${found} - case when ${isKindAt(found, query)} then ${sql.raw(String(LONGEST_NAME))} else 0 end`;
  const words = [...new Set(bareWords(query))];
  const isAtPrice = pricedAt(prices);
  const isNamed = and(sql`${found} > 0`, isAtPrice) ?? sql`true`;
  const { meant, ...first } = await amongFirst(db, isNamed, place, most, words);
  const containing = await namesContaining(db, query, { condition: isNamed, place, most }, first);
  if (containing.length >= most) return { ids: containing.map(({ id }) => id), units };

  const bounds = { most, isSmall: first.isAll, among: isAtPrice };
  /** Products of a query of which some words are not those of the shop; none if a word is near to no other. */
  const otherwise = async (isStrange = false): Promise<Omit<FoundProducts, "price">> => {
    const whole = await withWholeWords(db, query);
    if (whole !== query) return goodsWith(db, { rest: whole, bounds: prices, typed: "" }, unitsIn(whole), most);
    return isStrange ? { ids: [], units } : meantBy(db, units, meant, bounds);
  };
  if (containing.length === 0) {
    const needed = units.filter(({ wish }) => wish === undefined);
    const distances = needed.map((unit) => slipsIn(unit, meant));
    if (distances.some((slips) => slips > 0)) return otherwise(distances.includes(Infinity));
  }
  const described = await describedBy(db, units, bounds, asTyped);
  // Beside names that contain the whole query only what matches all of it is found, and not in details only.
  const isWhole = described.some((product) => isAboveDetails(product) && wishesMissed(product) === 0);
  const others = containing.length === 0 || isWhole ? described : [];
  if (containing.length === 0 && others.length === 0) return otherwise();

  const ids = [...new Set([...containing, ...others].map(({ id }) => id))].slice(0, most);
  return { ids, units: asFound(units, others) };
}

/** Letters that may follow a query in a name that ends with it: a boot is in "Ridgeback Boots Women's", not in "Boot Socks". */
const AFTER_KIND = ["", "s", "es"].flatMap((plural) => ["", " men's", " women's"].map((of) => plural + of));
/** More than any place in a name. */
const LONGEST_NAME = 10_000;

/** SQL condition that a query, found at this place of a name, says what kind of thing it is: whole words at the end. */
const isKindAt = (found: SQL, query: string): SQL =>
  sql`substr(name, ${found} + ${query.length}::int) = any(${sql.param(AFTER_KIND)}::text[])
    and substr(' ' || name, ${found}, 1) in (' ', '-')`;

const unitsIn = (query: string): ReadUnit[] => unitsOf(query).map((unit) => ({ ...unit, instead: [] }));

/** Letters of the parts of a word that may be typed apart; shorter ones, such as 25 l, are words of their own. */
const PART = /^\p{L}{3,}$/u;

/** A query with those neighboring words joined that are one word of the shop, such as ridge back. */
async function withWholeWords(db: Database, query: string): Promise<string> {
  const words = query.split(" ");
  const asked = words
    .slice(1)
    .flatMap((word, place) => (PART.test(word) && PART.test(words[place] ?? "") ? `${words[place]}${word}` : []));
  if (asked.length === 0) return query;
  const known = await db.select({ word: searchWords.word }).from(searchWords).where(inArray(searchWords.word, asked));
  const isWhole = new Set(known.map(({ word }) => word));
  const whole: string[] = [];
  for (const word of words) {
    const pair = `${whole.at(-1) ?? ""}${word}`;
    if (whole.length > 0 && isWhole.has(pair)) whole[whole.length - 1] = pair;
    else whole.push(word);
  }
  return whole.join(" ");
}

/** Products that match the searched units: all but what goods should not have. Their parts are those of the searched units. */
const describedBy = (
  db: Database,
  units: ReadUnit[],
  bounds: Bounds,
  wantedOf: (unit: ReadUnit, place: number, units: readonly ReadUnit[]) => Wanted,
): Promise<DescribedProduct[]> => {
  const wanted = units.map((unit, place) => ({ ...wantedOf(unit, place, units), isWish: unit.wish === "wanted" }));
  return describedProducts(
    db,
    wanted.filter((_, place) => units[place]?.wish !== "refused"),
    bounds,
  );
};

/**
 * The units with their nearness to the best product. A wish that it has in its name, as a gift card has "gift", is as near as to the
 * next product that has other words for it, so that the page says why that one is shown. What goods should not have was not searched,
 * as if every product lacked it.
 */
function asFound(units: ReadUnit[], found: readonly DescribedProduct[]): ReadUnit[] {
  if (found.length === 0) return units;
  const searched = units.filter(({ wish }) => wish !== "refused");
  const nearness = searched.map(({ wish }, place) => {
    const all = found.map(({ parts }) => (parts[place] ?? NEARNESS.missed) % NEARNESS.elsewhere);
    return wish && all[0] === NEARNESS.named ? (all.find(isByOtherWords) ?? all[0]) : all[0];
  });
  return units.map((unit) => {
    const place = searched.indexOf(unit);
    return { ...unit, nearness: place < 0 ? NEARNESS.missed : nearness[place] };
  });
}

const isByOtherWords = (nearness: number): boolean => nearness === NEARNESS.alikeNamed || nearness === NEARNESS.alike;

/** SQL conditions for bounds of the price, compared with the lowest price of a product's variants. */
const within = ({ least, most }: PriceBounds): SQL | undefined =>
  and(
    least === undefined ? undefined : gte(listedProducts.price, least),
    most === undefined ? undefined : lte(listedProducts.price, most),
  );

/** SQL condition on `document.product_id` for bounds of the price; undefined without bounds. */
function pricedAt(prices: PriceBounds): SQL | undefined {
  const isWithin = within(prices);
  return (
    isWithin &&
    sql`exists (select from ${listedProducts} where ${listedProducts.productId} = document.product_id and ${isWithin})`
  );
}

/** Products within bounds of the price, in the merchant's order. */
async function pricedIds(db: Database, prices: PriceBounds, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: listedProducts.productId })
    .from(listedProducts)
    .where(within(prices))
    .orderBy(asc(listedProducts.position), asc(listedProducts.productId))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Minimum length of a last word that is searched as incomplete; a shorter one would begin too many words. */
const SHORTEST_BEGINNING = 3;

const asTyped = ({ own, alike }: QueryUnit, place: number, { length }: readonly QueryUnit[]): Wanted => {
  const [word = ""] = own;
  const isBegun = place === length - 1 && own.length === 1 && word.length >= SHORTEST_BEGINNING;
  return { own: [own], alike, begun: isBegun ? word : undefined };
};

/** Distance of a unit to the shop's words in typing errors; 0 for phrases and for words with synonyms or other forms. */
function slipsIn({ own, alike }: QueryUnit, meanings: Meaning[]): number {
  const [word = ""] = own;
  const slips = meanings.find((meaning) => meaning.word === word)?.slips;
  if (own.length > 1 || alike.length > 0 || formsOf(word).some((form) => slips?.has(form))) return 0;
  return Math.min(...(slips?.values() ?? []), Infinity);
}

/** Maximum number of similar words that are searched in place of one word. */
const MEANT = 20;

/**
 * Finds products by the shop's words that are similar to the typed ones: first by the most similar words only, then by all of
 * them.
 */
async function meantBy(
  db: Database,
  units: ReadUnit[],
  meanings: Meaning[],
  bounds: Bounds,
): Promise<Omit<FoundProducts, "price">> {
  const foundBy = async (isNearest: boolean) => {
    const read = units.map((unit) => ({ ...unit, instead: insteadOf(unit, meanings, isNearest) }));
    const searched = read.filter(({ wish }) => wish !== "refused");
    // A wish may be in details only, as it is where no word is mistyped.
    const found = (await describedBy(db, read, bounds, asMeant)).filter(({ parts }) =>
      isAboveDetails({ parts: parts.filter((_, place) => searched[place]?.wish === undefined) }),
    );
    return { ids: found.map(({ id }) => id), units: found.length > 0 ? asFound(read, found) : units };
  };
  const nearest = await foundBy(true);
  return nearest.ids.length > 0 ? nearest : foundBy(false);
}

/**
 * Words of the shop to search in place of a unit. With `isNearest` only those with the fewest typing errors, and none if the shop
 * has the word or one that begins with it.
 */
function insteadOf({ own, alike, wish }: QueryUnit, meanings: Meaning[], isNearest: boolean): string[] {
  const isWord = own.length === 1 && alike.length === 0 && wish === undefined;
  const meaning = meanings.find(({ word }) => isWord && word === own[0]);
  const near = [...(meaning?.slips ?? [])].toSorted(([, a], [, b]) => a - b);
  const [, fewest] = near[0] ?? ["", 0];
  return near.flatMap(([word, slips]) => (slips > 0 && (!isNearest || slips === fewest) ? [word] : [])).slice(0, MEANT);
}

const asMeant = ({ own, alike, instead }: ReadUnit): Wanted => ({
  own: [own, ...instead.map((word) => [word])],
  alike,
  begun: own.length === 1 ? own[0] : undefined,
});

/** Whether a name can contain the text: PostgreSQL does not store NUL characters. */
const canStandInName = (text: string): boolean => !text.includes("\0");

async function namesContaining(
  db: Database,
  query: string,
  wanted: { condition: SQL; place: SQL; most: number },
  first: FirstNames,
): Promise<FoundName[]> {
  if (first.isAll || first.found.length >= wanted.most || !canStandInName(query)) return first.found;

  const long = query.split(" ").filter((word) => /[\p{L}\p{N}]{3}/u.test(word));
  const indexed = long.length > 0 ? long.map(contains) : hasPair(query) ? [beginsWord(query)] : [];
  const others = await byIndex(db, indexed, wanted);
  return merged(first.found, others).slice(0, wanted.most);
}

/** Query for words of the shop that are similar to the given words. */
const meaningsQuery = (words: string[]): SQL => sql`
    select wanted.word as wanted, known.word
    from unnest(${sql.param(words)}::text[], ${sql.param(words.map(forgivenIn))}::integer[]) as wanted (word, forgiven),
      lateral (
        (select word from ${searchWords} own where own.word >= wanted.word and own.word < wanted.word || chr(1114111)
          order by own.word limit 1)
        union
        (select word from ${searchWords} own
          where wanted.forgiven > 0 and own.slips && search_slips(wanted.word, wanted.forgiven) limit ${KNOWN_WORDS})
      ) as known`;

/** Matches among the first `FIRST_NAMES` names. */
interface FirstNames {
  found: FoundName[];
  /** Whether the shop has no more names than these. */
  isAll: boolean;
}

/**
 * Matches among the first names; if there are none, similar words for each of `words`. One statement does both, because a round
 * trip takes longer than the query.
 */
async function amongFirst(
  db: Database,
  condition: SQL,
  place: SQL,
  most: number,
  words: string[],
): Promise<FirstNames & { meant: Meaning[] }> {
  const { rows } = await db.execute<
    { isAll: boolean | null; wanted: string | null; word: string } & Partial<FoundName>
  >(
    sql`
    with hit as materialized (
      select product_id as id, ${place} as place, position
      from (select * from ${searchNames} order by position, product_id limit ${FIRST_NAMES}) as document
      where ${condition} order by place, position, product_id limit ${most}
    )
    select not exists (select from ${searchNames} order by position, product_id offset ${FIRST_NAMES} limit 1) as "isAll",
      hit.*, null as wanted, null as word
    from (values (1)) as shop left join hit on true
    union all
    select null, null, null, null, meant.wanted, meant.word from (${meaningsQuery(words)}) as meant
    where not exists (select from hit)`,
  );
  const found = rows.filter((row): row is typeof row & FoundName => typeof row.id === "string").toSorted(inOrder);
  const known = Map.groupBy(rows, ({ wanted }) => wanted);
  const meant = words.map((word) =>
    meaningOf(
      word,
      (known.get(word) ?? []).map((row) => row.word),
    ),
  );
  return { found, isAll: rows.some(({ isAll }) => isAll === true), meant };
}

/** Further matching names by index; empty if there is no condition that the index supports. */
async function byIndex(
  db: Database,
  indexed: SQL[],
  { condition, place, most }: { condition: SQL; place: SQL; most: number },
): Promise<FoundName[]> {
  if (indexed.length === 0) return [];
  return db.transaction(async (tx) => {
    // Forces the use of the index: the planner expects to find frequent words sooner without it, which is wrong if matches are
    // clustered.
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
    );
    const { rows } = await tx.execute<Record<string, unknown> & FoundName>(sql`
      select product_id as id, ${place} as place, position
      from (select * from ${searchNames} where ${sql.join(indexed, sql` and `)} limit ${CANDIDATES}) as document
      where ${condition} order by place, position, product_id limit ${most}`);
    return rows;
  });
}

const merged = (some: FoundName[], others: FoundName[]): FoundName[] =>
  [...new Map([...some, ...others].map((found) => [found.id, found])).values()].toSorted(inOrder);

const inOrder = (a: FoundName, b: FoundName): number =>
  a.place - b.place || a.position - b.position || (a.id < b.id ? -1 : 1);

const contains = (text: string): SQL => sql`name like ${`%${escaped(text)}%`}`;

/**
 * SQL condition that a word begins with the text. The trigram index needs three letters in a row, or two at the beginning of a
 * word.
 */
const beginsWord = (text: string): SQL =>
  anyOf(["", "% ", "%-"].map((before) => sql`name like ${`${before}${escaped(text)}%`}`));
const hasPair = (text: string): boolean => /[\p{L}\p{N}]{2}/u.test(text);

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

export const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
