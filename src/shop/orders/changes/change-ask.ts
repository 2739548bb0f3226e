import { firstName } from "~/shop/first-name";
import { choiceParts } from "~/shop/catalog/product";
import { cents, formatCents } from "~/shop/money";
import { calendarDay } from "~/shop/shop-time";
import { shownNumber } from "../order-number";
import type { PayAsk, PayLine, PayStanding } from "../pay-link/pay-link";
import type { ChangedGoods, ShopperChange } from "./shopper-change";

/** Contents of the page on which a shopper pays for a change. */
export function changeAsk(change: ShopperChange, zone: string, now: Date): PayAsk {
  const { orderNumber, name, words, by, difference, endsAt } = change;
  const standing = standingOf(change, now);
  return {
    kind: "change",
    orderNumber,
    returnNumber: change.returnNumber,
    standing,
    endedBy: change.endedBy,
    isLater: change.isLater,
    name: firstName(name),
    until: (endsAt ?? now).toISOString(),
    said: words === "" ? null : { words, by: by?.split(" ")[0] ?? "" },
    ...contentsOf(change, standing, zone, now),
    toPay: difference,
    goesTo: null,
  };
}

type Contents = Pick<PayAsk, "groups" | "rows" | "standingTotal">;

function contentsOf(change: ShopperChange, standing: PayStanding, zone: string, now: Date): Contents {
  if (change.returnNumber !== null) return exchangedGoods(change);
  return standing === "ended" ? standingOrder(change) : changedOrder(change, zone, now);
}

/** Goods that an exchange takes back and the goods wanted instead, with their prices. */
function exchangedGoods({ comes, goes, before, after }: ShopperChange): Contents {
  const tax = cents(after.tax - before.tax);
  return {
    groups: [
      { title: "You get", lines: comes.map(lineOf) },
      { title: "You send back", lines: goes.map(lineOf), isGone: true },
    ],
    rows: tax > 0 ? [{ key: "tax", label: "Sales tax on the difference", amount: formatCents(tax) }] : [],
    standingTotal: null,
  };
}

/** Goods that remain, are added and are removed, with the totals before and after. */
function changedOrder(change: ShopperChange, zone: string, now: Date): Contents {
  const { orderNumber, paid, paidAt, after, discountCode } = change;
  const sums = [discountCode && after.discount > 0 ? discountCode : "", "delivery"].filter(Boolean).join(" and ");
  return {
    groups: [
      { title: "Stays", lines: change.stays.map(lineOf) },
      { title: "Comes", lines: change.comes.map(lineOf) },
      { title: "Goes", lines: change.goes.map(lineOf), isGone: true },
    ].filter(({ lines }) => lines.length > 0),
    rows: [
      {
        key: "paid",
        label: paidAt ? `Paid on ${calendarDay(paidAt, now, zone)}` : `Paid for ${shownNumber(orderNumber)}`,
        amount: formatCents(paid),
      },
      { key: "after", label: `New total, with ${sums}`, amount: formatCents(after.total) },
    ],
    standingTotal: null,
  };
}

/** Goods and total of the order without the change. */
const standingOrder = ({ stays, goes, before }: ShopperChange): Contents => ({
  groups: [{ title: "Stays", lines: [...stays, ...goes].map(lineOf) }],
  rows: [],
  standingTotal: before.total,
});

/** Line of a change; `price` is the price of all its pieces together, after discount. */
function lineOf({ key, name, size, color, image, quantity, paid, instead }: ChangedGoods): PayLine {
  const note = instead && `instead of ${insteadOf(name, instead)}`;
  return { product: key, name, size, color, image, quantity, price: paid, sum: paid, ...(note && { note }) };
}

const insteadOf = (name: string, was: NonNullable<ChangedGoods["instead"]>): string =>
  [...(was.name === name ? [] : [was.name]), ...choiceParts(was)].join(" / ");

function standingOf({ state, endsAt }: ShopperChange, now: Date): PayStanding {
  if (state === "applied") return "paid";
  return state === "waiting" && endsAt && endsAt > now ? "open" : "ended";
}
