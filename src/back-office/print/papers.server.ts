import type { Services } from "~/services";
import { nameOfVariant } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import { disputeWords, kindWords } from "~/shop/orders/member-state-words";
import { shownNumber } from "~/shop/orders/order-number";
import {
  type Box,
  boxesOf,
  notSent,
  type PaperOrder,
  type PaperPieces,
  piecesIn,
  sentBefore,
} from "~/shop/orders/papers/papers";
import { pickListOf } from "~/shop/orders/papers/pick-list";
import { type PaperAnswer, paperOrders } from "~/shop/orders/papers/paper-orders.server";
import { type ReturnPaper, returnPapersOf } from "~/shop/returns/return-papers.server";
import { reasons } from "~/shop/returns/return-reasons";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { formatCents } from "~/shop/money";
import type { DisputeMark } from "~/shop/payments/refundable";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import { counted, listed } from "../count-words";
import { barCode } from "./bar-code.server";
import { type PaperKind, PAPER_KINDS, type PrintView } from "./print-address";
import type { LabelPaper, PickListPaper, ReturnSlipPaper, Paper, SlipPaper, Thing } from "./paper";

/**
 * Returns the papers named in an address in printing order, sentences about papers that cannot be printed, and about those of
 * disputed orders.
 */
export async function papersFor(services: Services, member: Member, view: PrintView) {
  const settings = services.settings();
  const isReturn = (number: string) => number.startsWith("R");
  const wantsReturns = view.kinds.includes("return");
  const [answers, returned] = await Promise.all([
    paperOrders(
      services,
      member,
      view.numbers.filter((number) => !isReturn(number)),
    ),
    wantsReturns ? returnPapersOf(services, member, view.numbers) : [],
  ]);
  const packs = view.kinds.some((kind) => kind !== "return");
  const orders = answers.flatMap(({ order }) => (order && !(packs && order.isHeld) ? order : []));
  const papersByKind: Record<PaperKind, (order: PaperOrder) => Paper[]> = {
    pick: () => [],
    slip: (order) => boxesOf(order).map((box) => slip(order, box, settings, services.address)),
    label: (order) => boxesOf(order).map((box) => label(order, box, settings)),
    return: (order) =>
      returned.some(({ orderNumber }) => orderNumber === order.number) ? [] : [blankReturn(order, settings)],
  };
  const picks = view.kinds.includes("pick") ? pickList(orders, view, settings) : null;
  const ofOrders = orders.flatMap((order) => view.kinds.flatMap((kind) => papersByKind[kind](order)));
  const papers = [...(picks ? [picks] : []), ...ofOrders, ...returned.map((paper) => returnSlip(paper, settings))];
  return { papers, missing: missing(view, answers, returned, papers), disputed: disputedWords(view, answers) };
}

const thing = ({ variantId, name, size, color, sku, quantity }: PaperPieces, index: number): Thing => ({
  id: `${variantId} ${index}`,
  name,
  choice: nameOfVariant({ size, color }),
  sku,
  pieces: quantity,
});

/** End of a slip's title for a replacement, e.g. ", in place of return R-482 1735"; "" for other parcels. */
function insteadWords(insteadOf: Box["insteadOf"]): string {
  if (!insteadOf) return "";
  const { returnNumber } = insteadOf;
  return `, in place of ${returnNumber ? `return ${shownReturnNumber(returnNumber)}` : "what was lost on its way"}`;
}

/** Lists pieces with their quantities above 1, e.g. "2 Boot Socks, Mesa Sunset Tee". */
const named = (things: PaperPieces[]): string =>
  things.map(({ name, quantity }) => (quantity > 1 ? `${quantity} ${name}` : name)).join(", ");

const DISPUTED: Record<DisputeMark, string> = { open: "is disputed", lost: "was lost in a dispute" };

/**
 * Words across papers of a parcel that is still to be packed while its order's payment is disputed or lost; empty otherwise. The
 * papers of a parcel that a member sent all the same say nothing of it, since the shopper gets them.
 */
const holdWords = ({ dispute }: PaperOrder, { isSent }: Box): string =>
  dispute && !isSent ? `The payment ${DISPUTED[dispute]}: ask before it leaves.` : "";

const fromShop = ({ shopName, shopAddress, supportEmail }: Settings): string[] =>
  [shopName, shopAddress, supportEmail].filter((words) => words !== "");

function slip(order: PaperOrder, box: Box, settings: Settings, address: string): SlipPaper {
  const { host, pathname } = new URL(address);
  const gone = notSent(order);
  // An order without tax and fees has a slip without sums.
  const totals = order.hasTaxOrFees && box.parcel === 1 && !box.insteadOf ? order.totals : [];
  return {
    kind: "slip",
    id: `slip ${order.number} ${box.parcel}`,
    number: shownNumber(order.number),
    mark: kindWords[order.kind],
    code: barCode(order.number),
    title: `Packing slip, parcel ${box.parcel} of ${box.parcels}${insteadWords(box.insteadOf)}`,
    to: order.to,
    ordered: wholeDate(order.orderedAt, settings.timeZone),
    from: fromShop(settings),
    pieces: piecesIn(box.things),
    things: box.things.map(thing),
    hold: holdWords(order, box),
    totals,
    notes: [
      ...(totals.length > 0 && order.ofCards > 0
        ? [`${formatCents(order.ofCards)} of the order value is for gift cards, which go by e-mail.`]
        : []),
      ...(order.method ? [`Delivery: ${order.method}.`] : []),
      ...sentBefore(order, box).map(({ parcel, things }) => `Already sent in parcel ${parcel}: ${named(things)}.`),
      ...order.changes.map((words) => `Changed after it was bought: ${words}.`),
      ...(gone.length > 0 ? [`Not sent: ${gone.map(({ name, quantity }) => `${quantity} ${name}`).join(", ")}.`] : []),
    ],
    foot: `Not right? Send it back within ${settings.returnDays} days of delivery. Start at ${host}${pathname.replace(/\/$/, "")}/return-or-exchange with the number above.`,
  };
}

function label(order: PaperOrder, box: Box, { shopName, shopAddress }: Settings): LabelPaper {
  return {
    kind: "label",
    id: `label ${order.number} ${box.parcel}`,
    number: shownNumber(order.number),
    mark: kindWords[order.kind],
    code: barCode(order.number),
    from: [shopName, shopAddress].filter((words) => words !== "").join(", "),
    to: order.to,
    hold: holdWords(order, box),
    isLong: order.to.join("").length > 130,
    parcel: [`Parcel ${box.parcel} of ${box.parcels}`, order.method].filter(Boolean).join(", "),
    pieces: counted(piecesIn(box.things), "piece"),
  };
}

function pickList(orders: PaperOrder[], { tooMany }: PrintView, { timeZone }: Settings): PickListPaper | null {
  const picks = pickListOf(orders);
  if (picks.length === 0) return null;
  const all = new Set(picks.flatMap((pick) => pick.orders.map(({ number }) => number)));
  const pieces = picks.reduce((count, { quantity }) => count + quantity, 0);
  return {
    kind: "pick",
    id: "pick",
    title: `${counted(pieces, "piece")} for ${counted(all.size, "order")}`,
    ends: tooMany > 0 ? `It ends here: ${counted(tooMany, "more order is", "more orders are")} not on it.` : "",
    date: wholeDate(new Date(), timeZone),
    lines: picks.map(({ thing: { variantId, name, size, color, sku, shelf }, quantity, orders: own }) => ({
      id: String(variantId),
      shelf,
      name,
      choice: nameOfVariant({ size, color }),
      sku,
      pieces: quantity,
      orders: own.map(({ number, quantity: count }) => {
        const order = orders.find((each) => each.number === number);
        const mark = [kindWords[order?.kind ?? "real"], order?.dispute ? disputeWords[order.dispute] : ""]
          .filter(Boolean)
          .join(", ");
        const pieces = count === quantity && own.length === 1 ? "" : `(${count})`;
        return [shownNumber(number), pieces, mark].filter(Boolean).join(" ");
      }),
    })),
  };
}

function returnSlip(paper: ReturnPaper, settings: Settings): ReturnSlipPaper {
  return {
    kind: "return",
    id: `return ${paper.number}`,
    number: shownReturnNumber(paper.number),
    mark: kindWords[paper.kind],
    code: barCode(paper.number),
    title: `Return slip, order ${shownNumber(paper.orderNumber)}`,
    from: [paper.name],
    to: fromShop(settings),
    things: paper.lines.map(({ position, name, size, color, sku, quantity, why }) => ({
      id: String(position),
      name,
      choice: nameOfVariant({ size, color }),
      sku,
      pieces: quantity,
      why,
    })),
    reasons: [],
    foot: "Put this sheet into the box. Write the number above on the outside, too.",
  };
}

/** Return slip without entries, to put into a parcel. */
function blankReturn(order: PaperOrder, settings: Settings): ReturnSlipPaper {
  const things = order.lines.flatMap((line) =>
    line.quantity > line.calledOff ? [{ ...line, quantity: line.quantity - line.calledOff }] : [],
  );
  return {
    kind: "return",
    id: `return ${order.number}`,
    number: shownNumber(order.number),
    mark: kindWords[order.kind],
    code: barCode(order.number),
    title: "Return slip",
    from: order.to.slice(0, 1),
    to: fromShop(settings),
    things: things.map((line, index) => ({ ...thing(line, index), why: "" })),
    reasons: Object.values(reasons).map(({ label: reason }) => reason),
    foot: `Tick what comes back and why, and put this sheet into the box, within ${settings.returnDays} days of delivery.`,
  };
}

const WHY = {
  unknown: "is no order here",
  "not-paid": "is not paid",
  cancelled: "was cancelled",
  apart: "is a sample or a test order",
} as const;

/** Sentences about orders whose papers say that they must not leave, since their payment is disputed or lost. */
const disputedWords = (view: PrintView, answers: PaperAnswer[]): string[] =>
  answers.flatMap(({ order }) =>
    order?.dispute &&
    !order.isHeld &&
    view.kinds.some((kind) => kind !== "return") &&
    boxesOf(order).some(({ isSent }) => !isSent)
      ? [
          `The payment of ${shownNumber(order.number)} ${DISPUTED[order.dispute]}, and its papers say so. Once it is shipped all the same, they can be printed without.`,
        ]
      : [],
  );

/** Sentences about requests for which no paper is printed, each with its reason. */
function missing(view: PrintView, answers: PaperAnswer[], returned: ReturnPaper[], papers: Paper[]): string[] {
  const without = answers.flatMap((answer) =>
    answer.order === null ? [`${shownNumber(answer.number)} ${WHY[answer.why]}: it has no papers.`] : [],
  );
  const ofReturns = view.numbers.filter(
    (number) => number.startsWith("R") && !returned.some((paper) => paper.number === number),
  );
  const empty = answers.flatMap(({ order }) =>
    order && !order.isHeld && boxesOf(order).length === 0 ? [`${shownNumber(order.number)} has nothing to send.`] : [],
  );
  const packs = view.kinds.some((kind) => kind !== "return");
  const held = answers.flatMap(({ order }) =>
    order?.isHeld && packs
      ? [`${shownNumber(order.number)} waits for the payment of a change, so it is not packed. End the change first.`]
      : [],
  );
  const onlyPicks = view.kinds.length === 1 && view.kinds[0] === "pick";
  return [
    ...without,
    ...held,
    ...ofReturns.map((number) =>
      view.kinds.includes("return")
        ? `${shownReturnNumber(number)} is no return here.`
        : `${shownReturnNumber(number)} is a return: it has a return slip only.`,
    ),
    ...(view.kinds.every((kind) => kind === "return") ? [] : empty),
    ...(onlyPicks && papers.length === 0 && answers.length > empty.length + without.length + held.length
      ? ["All of it has left: there is nothing to pick."]
      : []),
    ...view.unreadable.map((text) => `"${text}" is no order number.`),
    ...(view.tooMany > 0
      ? [`${counted(view.tooMany, "order")} more than can be printed at once: print the rest afterwards.`]
      : []),
  ];
}

/** Names of kinds of papers, e.g. "Packing slip and label". */
export const paperWords = (kinds: readonly PaperKind[]): string => {
  const words: Record<PaperKind, string> = {
    pick: "pick list",
    slip: "packing slip",
    label: "label",
    return: "return slip",
  };
  const [first = "", ...more] = PAPER_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => words[kind]);
  return listed([first.charAt(0).toUpperCase() + first.slice(1), ...more]);
};
