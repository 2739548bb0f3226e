import { firstName } from "~/shop/first-name";
import { productsById } from "~/shop/catalog/catalog.server";
import { choicesOfVariants } from "~/shop/catalog/choices-of-variants.server";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { freeFromIn, isDeliveredFree } from "~/shop/delivery-fee";
import { cents, formatCents } from "~/shop/money";
import type { ComputedChange } from "~/shop/orders/changes/computed-change";
import { reaches } from "~/shop/orders/changes/change-preview";
import { orderToChange, type OrderToChange } from "~/shop/orders/changes/changeable-order.server";
import { previewOfChange } from "~/shop/orders/changes/make-change.server";
import { waitingChangeOf } from "~/shop/orders/changes/open-change.server";
import type { WantedLines } from "~/shop/orders/changes/compute-change.server";
import { reducedBy } from "~/shop/orders/changes/reduced-by";
import { changedGoods } from "~/shop/orders/changes/shopper-change.server";
import type { ChangedGoods } from "~/shop/orders/changes/shopper-change";
import { deliveryOfStanding } from "~/shop/orders/drafting/terms-at.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import { givenByChange } from "~/shop/orders/refunds/given-by-member.server";
import { asksFactorToGive } from "~/shop/orders/refunds/refund-limit.server";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import { findVariants } from "../stock/find-variants.server";
import { levelLines } from "../stock/stock.server";
import { counted } from "../count-words";
import { goodsOf } from "../made-orders/goods.server";
import { type ChangeWish, changeWishIn, typedPrice } from "./order-change-wish";

const words: Partial<Record<RefusalCode, string>> = {
  "more-than-left": "More pieces are named than may still go: what has left, was refunded or called off stays.",
  "more-money-than-left":
    "More money would go back than is left of what was paid: so much went back before. Lower no price, or refund what is left instead.",
  "order-state": "Nothing would be left of the order. Cancel it instead.",
  "sold-out": "There is not enough of it in stock any more. Nothing was changed.",
};

/** Message of a refused change; rethrows errors that are not refusals. */
export function whyNotChanged(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return words[error.code] ?? Object.values(error.fields)[0] ?? error.message;
}

/**
 * Returns the data of the page that changes an order: its lines with possible replacements, search results, and the preview of
 * the change in the address. Null for an unknown order. Has no lines if the order cannot be changed.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function changePage(services: Services, member: Member, number: string, search: URLSearchParams) {
  await requireRight(services, member, "orders.change");
  const order = await memberOrder(services, member, number);
  if (!order) return null;
  const wish = changeWishIn(search);
  const text = (search.get("q") ?? "").trim().slice(0, 100);
  const page = {
    number,
    shown: shownNumber(number),
    version: order.version,
    firstName: order.contact ? firstName(order.contact.name) : "the shopper",
    mayReduce: can(member, "orders.reduce"),
    hours: services.settings().changeHours,
    wish,
    text,
  };
  const known = await changeable(services, number);
  if (typeof known === "string")
    return { ...page, closed: known, lines: [], added: [], hits: [], ledger: null, problem: "" };
  const lines = await linesOf(services, member, known);
  const { hits } = await findVariants(services, member, text);
  return {
    ...page,
    closed: "",
    lines,
    added: await addedOf(services, member, wish),
    hits: hits.map(({ id, name, choice, sku, picture, number: left }) => ({ id, name, choice, sku, picture, left })),
    ...(await ledgerOf(services, member, number, wish, known)),
  };
}

/** Data of the page, with the submission id of its form, and the address at which a factor is shown before the form. */
export type ChangePage = NonNullable<Awaited<ReturnType<typeof changePage>>> & { submission: string; confirm: string };

/** Reads an order that can be changed; otherwise returns the reason why it cannot be changed. */
async function changeable({ db }: Services, number: string): Promise<OrderToChange | string> {
  if (await waitingChangeOf(db, number)) return new Refusal("change-open").message;
  try {
    const known = await orderToChange(db, number, { taken: cents(0) });
    return known.lines.some(({ open }) => open > 0)
      ? known
      : "Nothing of this order may still be changed: all of it has left, was refunded or called off.";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return "This order can no longer be changed.";
  }
}

async function linesOf(services: Services, member: Member, { lines, goods }: OrderToChange) {
  const products = await productsById(services.db, [...new Set([...goods.values()].map(({ productId }) => productId))]);
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const levels = new Map(
    (await levelLines(services, await levelsOf(services, member, ids))).map((level) => [level.id, level]),
  );
  const pictures = await picturesFor(
    services.db,
    [...goods.values()].flatMap(({ image }) => (image ? [image] : [])),
  );
  return lines.flatMap(({ position, open, price, quantity }) => {
    const line = goods.get(position);
    if (!line || open === 0) return [];
    const own = products.find(({ id }) => id === line.productId)?.variants ?? [];
    return [
      {
        position,
        open,
        name: line.name,
        choice: choiceName(line.size, line.color),
        note: `${counted(quantity, "piece")}, ${formatCents(price)} each`,
        picture: (line.image && pictures.get(line.image)?.hash) || null,
        choices: own
          .filter(({ id }) => id !== line.variantId)
          .map(({ id, size, color }) => ({
            id,
            name: [choiceName(size, color), leftWords(levels.get(id)?.number)].filter(Boolean).join(", "),
          })),
      },
    ];
  });
}

const leftWords = (number: string | undefined): string =>
  number === undefined || number === "No limit" ? "" : `${number} left`;

async function addedOf(services: Services, member: Member, { added }: ChangeWish) {
  if (added.length === 0) return [];
  const goods = await goodsOf(services, member, added);
  return added.flatMap((wish, place) => {
    const found = goods.find(({ id }) => id === wish.variantId);
    if (!found) return [];
    const { name, choice, price, picture, number } = found;
    return [{ ...wish, place, name, note: [choice, price, leftWords(number)].filter(Boolean).join(". "), picture }];
  });
}

/**
 * Converts the wanted change in an address to removed and added lines. Goods that replace a line remove as many of its pieces,
 * unless the address also names a change of that line.
 *
 * @throws {Refusal} `input-invalid` for an invalid price; `combination-unavailable` for an unknown variant.
 */
export async function wantedOf(
  { db }: Pick<Services, "db">,
  { lines, added, isOurMistake, asksDelivery }: ChangeWish,
  known: Pick<OrderToChange, "lines">,
): Promise<WantedLines> {
  const openOf = (position: number) => known.lines.find((line) => line.position === position)?.open ?? 0;
  const pieces = new Map<number, number>();
  for (const line of lines) pieces.set(line.position, line.pieces ?? openOf(line.position));
  const named = new Set(pieces.keys());
  for (const { replaces, quantity } of added)
    if (replaces !== null && !named.has(replaces))
      pieces.set(replaces, Math.min((pieces.get(replaces) ?? 0) + quantity, openOf(replaces)));
  const coming = [
    ...lines.flatMap(({ position, to, price }) =>
      to === null ? [] : [{ variantId: to, quantity: pieces.get(position) ?? 0, replaces: position, price }],
    ),
    ...added.map(({ replaces, ...goods }) => ({ ...goods, replaces: replaces ?? undefined })),
  ].filter(({ quantity }) => quantity > 0);
  const choices = await choicesOfVariants(
    db,
    coming.map(({ variantId }) => variantId),
  );
  const comes = coming.map(({ variantId, quantity, replaces, price: typed }) => {
    const choice = choices.get(variantId);
    if (!choice) throw new Refusal("combination-unavailable");
    const price = typedPrice(typed);
    if (price === null)
      throw new Refusal("input-invalid", { fields: { price: "A price is an amount such as 19.90." } });
    return { ...choice, quantity, replaces, price };
  });
  const goes = [...pieces].flatMap(([position, quantity]) => (quantity > 0 ? [{ position, quantity }] : []));
  return { goes, comes, isOurMistake, asksDelivery };
}

/** Reads the order and converts the wanted change with `wantedOf`. Throws as `wantedOf` and `orderToChange`. */
export const wantedIn = async (services: Services, number: string, wish: ChangeWish): Promise<WantedLines> =>
  wantedOf(services, wish, await orderToChange(services.db, number, { taken: cents(0) }));

async function ledgerOf(services: Services, member: Member, number: string, wish: ChangeWish, known: OrderToChange) {
  if (wish.lines.length + wish.added.length === 0) return { ledger: null, problem: "" };
  try {
    const computed = await previewOfChange(services, number, await wantedOf(services, wish, known));
    const given = { reduced: reducedBy(computed), asksFactor: await asksFactor(services, member, number, computed) };
    return { ledger: { ...(await shownLedger(services, known, computed)), ...given }, problem: "" };
  } catch (error) {
    return { ledger: null, problem: whyNotChanged(error) };
  }
}

/** Whether the change will be refused for want of a recent factor, as `changeAsMember` decides it. */
async function asksFactor(
  services: Services,
  member: Member,
  number: string,
  computed: ComputedChange,
): Promise<boolean> {
  const refunded = cents(Math.max(0, -computed.difference));
  const amounts = { refunded, given: givenByChange(computed) };
  return asksFactorToGive(services, member, refunded > 0 ? number : null, amounts);
}

async function shownLedger({ db, ...services }: Services, known: OrderToChange, computed: ComputedChange) {
  const { stays, goes, comes } = await changedGoods(db, known.order.number, computed);
  const { before, sums, difference } = computed;
  const delivery = deliveryOfStanding(services, known.order);
  const becomesFree =
    before.deliveryFee > 0 &&
    sums.deliveryFee === 0 &&
    isDeliveredFree(cents(sums.orderValue - (known.ofCards ?? 0)), delivery);
  const code = known.order.discountCode ?? "";
  const deliveryWhy = becomesFree
    ? `Delivery is free from ${formatCents(freeFromIn(delivery))}`
    : isFreeByCode(known, computed)
      ? `The code ${code} makes delivery free only for goods that go`
      : "";
  const row = (name: string, part: keyof typeof sums, sign = "", why = "") => ({
    name,
    why,
    before: sign + formatCents(before[part]),
    after: sign + formatCents(sums[part]),
  });
  return {
    difference,
    notes: codeNotes(known, computed),
    goods: [
      { title: "Stays", lines: stays.map(goodsWords) },
      { title: "Goes", lines: goes.map(goodsWords) },
      { title: "Comes", lines: comes.map(goodsWords) },
    ].filter(({ lines }) => lines.length > 0),
    sums: [
      row("Order value", "orderValue"),
      ...(before.discount + sums.discount > 0 ? [row("Discount", "discount", "−")] : []),
      row("Delivery", "deliveryFee", "", deliveryWhy),
      row("Sales tax", "tax"),
      ...(before.fees > 0 ? [row("Fees", "fees")] : []),
      row("Total", "total"),
    ],
  };
}

/** Whether delivery costs something after the change because the code for free delivery no longer applies. */
const isFreeByCode = ({ terms }: OrderToChange, { before, sums }: ComputedChange): boolean =>
  terms?.kind === "free-delivery" && before.deliveryFee === 0 && sums.deliveryFee > 0;

/** Notes for the member about the order's code, before the change. */
function codeNotes(
  { order, terms, areOfToday, ofCards = cents(0) }: OrderToChange,
  { before, sums, comes }: ComputedChange,
): string[] {
  const { discountCode: code } = order;
  if (code === null) return [];
  const isBelow =
    reaches(terms, cents(before.orderValue - ofCards)) && !reaches(terms, cents(sums.orderValue - ofCards));
  return [
    ...(areOfToday
      ? [
          `This order does not say what ${code} was when it was bought, so what comes is counted by the code as it is today.`,
        ]
      : []),
    ...(isBelow && comes.length > 0 && terms?.minimum
      ? [
          `The order comes below ${formatCents(terms.minimum)}, which ${code} asks for: goods of another value have no discount.`,
        ]
      : []),
  ];
}

const goodsWords = ({ key, name, size, color, quantity, paid }: ChangedGoods) => ({
  key,
  name: `${quantity} ${name}`,
  choice: choiceName(size, color),
  sum: formatCents(paid),
});

/** Describes a difference of the total, given in cents: to be paid, to be refunded, or none. */
export const differenceWords = (difference: number): string =>
  difference === 0
    ? "no difference"
    : difference > 0
      ? `${formatCents(cents(difference))} to pay`
      : `${formatCents(cents(-difference))} back`;
