import { and, eq, inArray, ne } from "drizzle-orm";
import { cardBooks } from "../gift-cards.server";
import { posted } from "../posted-form.server";
import { strictCsv } from "../strict-csv";
import { DAY } from "~/platform/durations";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { salesByOrder } from "~/shop/figures/sales-by-order.server";
import { moneyIn, salesAndMoney, soldIn } from "~/shop/figures/sales-and-money.server";
import { compareSums, sumLedger } from "~/shop/figures/sum-ledger.server";
import { totalOf } from "~/shop/figures/sums";
import { cardById } from "~/shop/gift-cards/gift-cards.server";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { exportOrders } from "~/shop/orders/list/export-orders.server";
import { everyOrder } from "~/shop/orders/list/order-filter";
import { paperOrders } from "~/shop/orders/papers/paper-orders.server";
import { dayIn } from "~/shop/shop-time";
import { GOODS, type GoodsKey, paidAndBack, SOLD } from "./account";
import type { ActsShop, Bought } from "./acts-shop.server";

/** Differences of an order's ledger and money from its account; empty if they agree. */
export async function wrongIn({ db }: ActsShop, { number, account, money, card, sold }: Bought): Promise<string[]> {
  const wrong: string[] = [];
  const [byCard] = money;
  if (card && byCard) {
    const { left } = await cardBooks({ db }, card);
    const known = card.worth - byCard.amount + byCard.back;
    if (left !== known) wrong.push(`the gift card has ${left}, not ${known}`);
  }
  if (sold) wrong.push(...(await wrongOnSoldCard({ db }, number, sold)));
  const shown = paidAndBack(money);
  const known = paidAndBack(account.payments);
  if (shown !== known) wrong.push(`paid and back ${shown}, not ${known}`);
  const rows = await db
    .select()
    .from(saleEvents)
    .where(and(eq(saleEvents.orderNumber, number), ne(saleEvents.kind, "dispute")));
  const ledger = rows.reduce((sum, { amount }) => sum + amount, 0);
  if (ledger !== account.kept) wrong.push(`the ledger says ${ledger}, not ${account.kept}`);
  const parts = new Map<string, number>();
  for (const { kind, part, position, amount } of rows) {
    if (kind === "goodwill") continue;
    const name = `${kind === "tax" ? "tax of " : ""}${part} ${position ?? ""}`;
    parts.set(name, (parts.get(name) ?? 0) + amount);
  }
  for (const [name, left] of parts) if (left < 0) wrong.push(`${left} is left of ${name}`);
  return wrong;
}

/** Differences of a sold gift card's own ledger from that of sales: once it is closed, what went back of its price is not on it. */
async function wrongOnSoldCard(
  { db }: Pick<ActsShop, "db">,
  number: string,
  { id }: NonNullable<Bought["sold"]>,
): Promise<string[]> {
  const { left, entries } = await cardBooks({ db }, { id });
  const closed = (await cardById(db, id))?.state === "closed";
  const spent = entries.reduce((all, entry) => {
    const [kind, amount] = entry.split(" ");
    return kind === "sold" || kind === "refunded" ? all : all + Number(amount);
  }, 0);
  const kept = await keptOfCards({ db }, number);
  const known = Math.max(0, (closed ? kept : SOLD) + spent);
  return left === known ? [] : [`the sold gift card has ${left}, not ${known}`];
}

/** Rest of an order's gift cards in the ledger of sales, in cents. */
async function keptOfCards({ db }: Pick<ActsShop, "db">, number: string): Promise<number> {
  const isOfCards = inArray(saleEvents.kind, ["card-sold", "card-refunded"]);
  const rows = await db
    .select()
    .from(saleEvents)
    .where(and(eq(saleEvents.orderNumber, number), isOfCards));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Differences of files, figures, stock, papers and the shoppers' pages from the accounts of all orders, by order number.
 * `showOrder` is the action of the page of an order's status.
 */
export async function wrongInBooks(acts: ActsShop, showOrder: ShowOrder): Promise<Map<string, string[]>> {
  const { bought } = acts;
  const wrong = new Map<string, string[]>();
  const say = (number: string, words: string) => wrong.set(number, [...(wrong.get(number) ?? []), words]);
  const [files, figures, papers] = [await filesOf(acts), await figuresOf(acts), await papersOf(acts)];
  const sums = await salesAndMoney(acts.shop, acts.member(), lastDays(acts));
  const keptOfAll = bought.reduce((sum, { account }) => sum + account.kept, 0);
  for (const [name, amount] of [["sales", soldIn(sums)] as const, ["money", moneyIn(sums)] as const])
    if (amount !== keptOfAll) say(name, `${name} of all come to ${amount}, not ${keptOfAll}`);
  for (const { number, account, sold } of bought) {
    const file = files.get(number);
    if (file?.kept !== account.kept) say(number, `the file says ${file?.kept}, not ${account.kept}`);
    if (file?.parts !== file?.total) say(number, `the file's parts come to ${file?.parts}, not ${file?.total}`);
    // Figures of sales know no gift cards that are sold.
    const ofGoods = account.kept - (sold ? await keptOfCards(acts, number) : 0);
    if (figures.get(number) !== ofGoods) say(number, `the figures say ${figures.get(number)}, not ${ofGoods}`);
    const waits = papers.get(number);
    for (const goods of Object.keys(GOODS) as GoodsKey[]) {
      const [shown, kept] = [waits?.get(goods) ?? 0, account.waits.get(goods) ?? 0];
      if (waits && shown !== kept) say(number, `the slip has ${shown} of ${goods} to pack, not ${kept}`);
    }
    if (!waits && [...account.waits.values()].some((pieces) => pieces > 0)) say(number, "has no slip");
  }
  // Pages of refunds only, and a few at a time: a page reads on several connections.
  const pages = bought.filter(({ account }) => account.back > 0).values();
  const readPages = async () => {
    for (const { number, account, email, card, money } of pages) {
      const { back, paid, text } = await shownMoney(acts, showOrder, { number, email });
      const shown = amountOf(back);
      if (shown !== account.back) say(number, `the shopper's page shows ${shown} back, not ${account.back}`);
      const came = account.payments.reduce((sum, { amount }) => sum + amount, 0);
      if (amountOf(paid) !== came) say(number, `the shopper's page shows ${amountOf(paid)} paid, not ${came}`);
      const onCard = amountOf(back.filter(({ way }) => way === `Gift card ending ${card?.lastFour}`));
      const known = card ? money[0]?.back : 0;
      if (onCard !== known) say(number, `the shopper's page shows ${onCard} back on the gift card, not ${known}`);
      if (text.includes("Banks take") && back.every(({ way }) => way.startsWith("Gift card")))
        say(number, `no bank has money of it, but the shopper's page says: ${text}`);
    }
  };
  await Promise.all([readPages(), readPages(), readPages()]);
  const out = await acts.outOfStock();
  for (const goods of Object.keys(GOODS) as GoodsKey[]) {
    const kept = bought.reduce((sum, { account }) => sum + (account.out.get(goods) ?? 0), 0);
    if (out.get(goods) !== kept) say("stock", `${out.get(goods)} of ${goods} are out, not ${kept}`);
  }
  if ((await stockDrift(acts.db)).length > 0) say("stock", "levels and movements differ");
  await sumLedger(acts.db);
  if ((await compareSums(acts.db)).differing > 0) say("figures", "stored sums and ledger differ");
  return wrong;
}

/** Money kept, sum of the parts and total of each order in the file of all orders, in cents. */
async function filesOf({ shop, member }: ActsShop) {
  const text = await new Response(await exportOrders(shop, member(), everyOrder)).text();
  const [heads = [], ...rows] = strictCsv(text);
  return new Map(
    rows.map((row) => {
      const cell = (head: string) => Math.round(Number(row[heads.indexOf(head)]) * 100);
      const cards = heads.includes("Gift cards bought") ? cell("Gift cards bought") : 0;
      const parts = cell("Goods") + cards - cell("Discount") + cell("Delivery") + cell("Tax") + cell("Fees");
      return [row[heads.indexOf("Order")] ?? "", { kept: cell("Kept"), parts, total: cell("Total") }];
    }),
  );
}

/** Days in which the orders of a test were bought. */
function lastDays({ shop }: Pick<ActsShop, "shop">): { from: string; to: string } {
  const to = dayIn(new Date(), shop.settings().timeZone);
  return { from: new Date(Date.parse(to) - 2 * DAY).toISOString().slice(0, 10), to };
}

/** Money kept of each order in the figures, in cents. */
async function figuresOf({ shop, member }: ActsShop): Promise<Map<string, number>> {
  const period = { name: "own" as const, ...lastDays({ shop }), beside: "none" as const };
  const { rows } = await salesByOrder(shop, member(), { period: period as never, most: 100_000 });
  return new Map(rows.map(({ number, sums }) => [number, totalOf(sums)]));
}

/** Pieces of each goods that the packing slip of each order has still to pack; orders without a slip are not contained. */
async function papersOf({ shop, member, bought, variantOf }: ActsShop) {
  const answers = await paperOrders(
    shop,
    member(),
    bought.map(({ number }) => number),
  );
  return new Map(
    answers.flatMap(({ number, order }) => {
      if (!order) return [];
      const waits = (Object.keys(GOODS) as GoodsKey[]).map((goods): [GoodsKey, number] => {
        const own = order.lines.filter(({ variantId }) => variantId === variantOf(goods));
        const instead = order.replacements.filter(({ variantId }) => variantId === variantOf(goods));
        const pieces = own.reduce((sum, { quantity, sent, calledOff }) => sum + quantity - sent - calledOff, 0);
        return [goods, instead.reduce((sum, { quantity }) => sum + quantity, pieces)];
      });
      return [[number, new Map(waits)]];
    }),
  );
}

/** Action of the page of an order's status. */
export type ShowOrder = (args: never) => Promise<unknown>;

interface ShownPart {
  way: string;
  amount: number;
}
const amountOf = (parts: readonly ShownPart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Money on the shopper's page of an order, in cents: what paid it, and what went back by which way, with the sentences about that. */
async function shownMoney(
  { shop }: ActsShop,
  showOrder: ShowOrder,
  { number, email }: Pick<Bought, "number" | "email">,
): Promise<{ paid: ShownPart[]; back: ShownPart[]; text: string }> {
  const fields = { order: number, email, step: "show" };
  // Each network may look up only some orders in a time.
  const from = `198.51.${Number(number.slice(2, 4))}.${Number(number.slice(4, 6))}`;
  const answer = await posted(showOrder, shop, "/order-status", fields, { from });
  const { data } = answer as {
    data: { ok: true; value: { paid: ShownPart[]; refunds: ShownPart[]; money: string } };
  };
  if (!data.ok) throw new Error(`The page of the order ${number} is not shown.`);
  const { paid, refunds, money } = data.value;
  return { paid, back: refunds, text: money };
}
