import { asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { formatCents } from "~/shop/money";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { changeLinks } from "~/shop/orders/letter-links.server";
import { nameOfInstead, type Replacement, replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { returnOf } from "~/shop/orders/refunds/refund-cause";
import type { StoredMoneyBack } from "~/shop/payments/money-back.server";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import { refundDays } from "./refunded-before";
import { refundedBeforeByLine } from "./refunded-before.server";
import { labelStateOf } from "./label-file.server";
import { whyWords } from "./return-reasons";
import { arrivedOf, returnByNumber, type WholeReturn } from "./returns.server";
import { returns } from "./returns.tables";
import { isOpenReturn, type ReturnStanding, returnWords, type ShopperReturn } from "./shopper-return-words";
import { usualBack } from "./usual-back.server";

/** Number of the order that a return belongs to. */
export async function orderOfReturn(db: Database, returnNumber: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orderNumber: returns.orderNumber })
    .from(returns)
    .where(eq(returns.number, returnNumber));
  return row?.orderNumber;
}

/**
 * Returns of an order as shown to its shopper, latest first; `back` are the order's refunds. The caller has to check that the shopper may
 * see the order.
 */
export async function shopperReturns(
  services: Pick<Services, "db" | "sealer" | "address">,
  orderNumber: string,
  back: readonly StoredMoneyBack[],
  settings: Settings,
): Promise<ShopperReturn[]> {
  const { db } = services;
  const rows = await db
    .select({ number: returns.number })
    .from(returns)
    .where(eq(returns.orderNumber, orderNumber))
    .orderBy(asc(returns.startedAt), asc(returns.number));
  const found = await Promise.all(rows.map(({ number }) => returnByNumber(db, number)));
  return Promise.all(found.flatMap((each) => (each ? [shown(services, each, back, settings)] : [])).toReversed());
}

async function shown(
  services: Pick<Services, "db" | "sealer" | "address">,
  found: WholeReturn,
  back: readonly StoredMoneyBack[],
  settings: Settings,
): Promise<ShopperReturn> {
  const { db } = services;
  const { number, row, order, lines } = found;
  const [replacements, change, refundedBefore] = await Promise.all([
    replacementsOf(db, order.number),
    exchangeToPay(db, number),
    allRefundedBefore(db, found, settings),
  ]);
  const nameAt = (position: number) => order.lines.find((line) => line.position === position)?.name ?? "";
  const label = await labelStateOf(services, row);
  const dayOf = dayIn(settings);
  const toPay = change?.state === "waiting" ? change : null;
  const standing = {
    state: row.state,
    isCancelled: order.state === "cancelled",
    isApproved: row.approvedAt !== null,
    label,
    words: row.words,
    // Money in place of goods that are not sent is of this return, too.
    back: back.filter(({ cause }) => returnOf(cause) === number),
    usual:
      isOpenReturn(row) && order.state !== "cancelled"
        ? await usualBack(db, { returnNumber: number, orderNumber: order.number })
        : null,
    instead: insteadOf(found, replacements, settings),
    toPay: toPay && { amount: toPay.difference, until: dayOf(toPay.endsAt) },
    refundedBefore,
  };
  return {
    number,
    started: wholeDate(row.startedAt, settings.timeZone),
    ...returnWords(standing, settings, new Date()),
    labelUrl: row.state === "started" && label.state === "sent" ? label.url : "",
    pay: toPay && { amount: formatCents(toPay.difference), url: await changeLinks.address(services, toPay.id) },
    isOver: row.state === "settled" || row.state === "refused",
    lines: lines.map(({ position, quantity, reason, exchangeFor }) => ({
      position,
      what: [nameAt(position), quantity > 1 && `× ${quantity}`].filter(Boolean).join(" "),
      why: whyWords({ reason, exchangeFor }),
    })),
  };
}

const dayIn =
  ({ timeZone }: Settings) =>
  (at: Date | null): string =>
    at ? wholeDate(at, timeZone) : "";

/** Goods of a return's exchange, each with its name, its state, and the day until which it is kept. */
function insteadOf({ number, order }: WholeReturn, all: Replacement[], settings: Settings): ReturnStanding["instead"] {
  const nameAt = (position: number) => order.lines.find((line) => line.position === position)?.name ?? "";
  return all
    .filter(({ returnNumber }) => returnNumber === number)
    .map((own) => ({
      name: nameOfInstead({ ...own, name: own.name || nameAt(own.position) }),
      state: own.state,
      until: dayIn(settings)(own.endsAt),
    }));
}

/** Goods that are kept for a return's exchange, each with its name and the day until which it is kept. */
export async function keptForReturn(
  db: Database,
  number: string,
  settings: Settings,
): Promise<{ name: string; until: string }[]> {
  const found = await returnByNumber(db, number);
  if (!found) return [];
  const all = insteadOf(found, await replacementsOf(db, found.order.number), settings);
  return all.filter(({ state }) => state === "reserved").map(({ name, until }) => ({ name, until }));
}

/** Days of earlier refunds, if they covered all received pieces of a settled return: "on November 20, 2026"; else empty. */
async function allRefundedBefore(db: Database, found: WholeReturn, { timeZone }: Settings): Promise<string> {
  if (found.row.state !== "settled") return "";
  const before = await refundedBeforeByLine(db, found);
  const came = await arrivedOf(db, [found.number]);
  const isAll =
    came.length > 0 &&
    found.lines.every(({ position }) => {
      const pieces = came.reduce((count, own) => count + (own.position === position ? own.quantity : 0), 0);
      return (before.get(position)?.quantity ?? 0) >= pieces;
    });
  if (!isAll) return "";
  return refundDays(
    [...before.values()].flatMap(({ refunds }) => refunds),
    timeZone,
  );
}
