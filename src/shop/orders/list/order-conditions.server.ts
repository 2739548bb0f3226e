import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { LOOKED_UP } from "~/shop/catalog/naming/goods-with-words.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { type Shipping, shippingStates } from "../order-facts";
import { orderFacts } from "../order-facts.tables";
import { standingLines } from "../standing-lines.tables";
import { orderNameWords, orderSearch } from "../order-facts.tables";
import { type OrderFilter, type OrderSort, queryWords, wholeNumber } from "./order-filter";
import { isCounted } from "~/shop/counted.server";
import { isMarkedDisputed } from "~/shop/payments/disputes.server";
import { duringDays } from "~/shop/during-days.server";
import { isOwedBack } from "../delays/order-delays.server";
import { isLate } from "./late-orders.server";

/** Minimum length of a word in which one wrong letter is tolerated. */
const FORGIVEN_FROM = 4;
/** Pattern of words that are also searched for within phone numbers. */
const PART_OF_PHONE = /^\d{4,10}$/;
const OF_MONEY = ["partly-refunded", "refunded"];

const isShipping = (shipping: OrderFilter["shipping"]): shipping is Shipping =>
  shippingStates.some((state) => state === shipping);

/** Removes facts that the member may not see from a filter and a sort order. */
export function permitted(
  member: Pick<Member, "role">,
  filter: OrderFilter,
  sort: OrderSort,
): { filter: OrderFilter; sort: OrderSort } {
  if (can(member, "money.read")) return { filter, sort };
  const standings = filter.standings.filter((standing) => !OF_MONEY.includes(standing));
  return {
    filter: { ...filter, standings, money: null, shipping: filter.shipping === "owed-back" ? null : filter.shipping },
    sort: sort === "highest" || sort === "lowest" ? "newest" : sort,
  };
}

/**
 * Maximum number of search results that are looked up by number; with more, it is faster to read a list in its order and check
 * each order.
 */
const FEW = 1_000;

/**
 * SQL condition of a filter on the facts of orders. `reads` says whether the query reads one page in the order of a list or all
 * matches. Unpaid drafts are left out unless a state or number asks for them. Orders that are not counted are left out, too,
 * unless a kind or number asks for them.
 */
export async function conditionOf(
  db: Pick<Database, "execute">,
  member: Pick<Member, "role">,
  filter: OrderFilter,
  zone: string,
  reads: "page" | "all",
): Promise<SQL> {
  const { query, standings, shipping, money, from, to, product, isReturning, isDisputed, kind } = filter;
  const number = wholeNumber(query);
  const conditions: (SQL | false)[] = [
    kind !== null && sql`${orderFacts.kind} = ${kind}`,
    kind === null && !number && isCounted(sql`${orderFacts.kind}`),
    !standings.includes("lapsed") && !number && sql`${orderFacts.standing} <> 'lapsed'`,
    standings.length === 1 && sql`${orderFacts.standing} = ${standings[0]}`,
    standings.length > 1 && sql`${orderFacts.standing} = any(${sql.param(standings)}::text[])`,
    shipping === "left" && sql`${orderFacts.piecesLeft} > 0`,
    shipping === "late" && isLate(zone),
    shipping === "owed-back" && isOwedBack(zone),
    isShipping(shipping) && sql`${orderFacts.shipping} = ${shipping}`,
    money === "refunds" &&
      sql`${orderFacts.money} in ('refund-asked', 'refund-refused', 'partly-refunded', 'refunded')`,
    money !== null && money !== "refunds" && sql`${orderFacts.money} = ${money}`,
    ...duringDays(orderFacts.at, { from, to }, zone),
    product !== null &&
      sql`${orderFacts.number} in (select ${standingLines.orderNumber} from ${standingLines} where ${standingLines.productId} = ${product})`,
    isReturning && sql`${orderFacts.returnsWaiting} > 0`,
    isDisputed && isMarkedDisputed(sql`${orderFacts.number}`),
    number !== undefined && sql`${orderFacts.number} = ${number}`,
    ...(number === undefined ? await foundBy(db, member, query, reads) : []),
  ];
  const wanted = conditions.filter((condition) => condition !== false);
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`;
}

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

/** SQL conditions that an order matches a search text. */
async function foundBy(
  db: Pick<Database, "execute">,
  member: Pick<Member, "role">,
  query: string,
  reads: "page" | "all",
): Promise<SQL[]> {
  const words = queryWords(query);
  if (words.length === 0) return query.trim() === "" ? [] : [sql`false`];
  const matching = matchedBy(member, words, indexedNames());
  // A limit on names is safe only for a single word: of several words, orders with the others might be left out.
  const few = words.length === 1 ? matchedBy(member, words, indexedNames(FEW + 1)) : matching;
  const { rows } = await db.execute<{ number: string }>(
    sql`select ${orderSearch.number} from ${orderSearch} where ${few} limit ${FEW + 1}`,
  );
  // Passes the numbers as an array, so that PostgreSQL looks up orders by number; a join would scan all facts.
  if (rows.length <= FEW)
    return [sql`${orderFacts.number} = any(${sql.param(rows.map(({ number }) => number))}::text[])`];
  return reads === "all"
    ? [sql`${orderFacts.number} in (select ${orderSearch.number} from ${orderSearch} where ${matching})`]
    : [
        sql`exists (select from ${orderSearch} where ${orderSearch.number} = ${orderFacts.number}
          and ${matchedBy(member, words, hashedNames)} ${LOOKED_UP})`,
      ];
}

/** Condition that a name of the order is the word or has one wrong letter; for `number`, the column of the order's number. */
type NamesCondition = (number: SQL, word: string) => SQL;

const namesAlike = (word: string): SQL =>
  sql`select ${orderNameWords.number} from ${orderNameWords}
    where ${orderNameWords.slips} && search_slips(${word}, 1) and is_one_slip_apart(${orderNameWords.word}, ${word})`;

/** As an array, whose orders PostgreSQL looks up by an index; at most `most` of them. */
const indexedNames =
  (most?: number): NamesCondition =>
  (number, word) =>
    sql`${number} = any(array(${namesAlike(word)} limit ${most ?? null}::int))`;

/** As a hash table, for a query that checks order by order: an array would be searched from its start for each. */
const hashedNames: NamesCondition = (number, word) => sql`${number} in (${namesAlike(word)})`;

/**
 * SQL condition that an order matches each word. Names tolerate one wrong letter; words about goods must all match the same line.
 */
function matchedBy(member: Pick<Member, "role">, words: string[], names: NamesCondition): SQL {
  const maySeePeople = can(member, "people.read");
  const each = words.map((word) => {
    const like = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    const ofPeople = [
      ...(maySeePeople ? [sql`${orderSearch.email} like ${like}`] : []),
      ...(maySeePeople && PART_OF_PHONE.test(word) ? [sql`${orderSearch.phone} like ${like}`] : []),
      ...(word.length >= FORGIVEN_FROM && /^\p{L}+$/u.test(word) ? [names(sql`${orderSearch.number}`, word)] : []),
    ];
    return {
      anywhere: anyOf([sql`${orderSearch.text} like ${like}`, ...ofPeople]),
      inOneLine: anyOf([
        sql`line like ${like}`,
        sql`split_part(${orderSearch.text}, chr(10), 1) like ${like}`,
        ...ofPeople,
      ]),
    };
  });
  const all = each.map(({ anywhere }) => anywhere);
  if (words.length > 1)
    all.push(
      sql`exists (select from string_to_table(${orderSearch.text}, chr(10)) as line where ${sql.join(
        each.map(({ inOneLine }) => inOneLine),
        sql` and `,
      )})`,
    );
  return sql.join(all, sql` and `);
}
