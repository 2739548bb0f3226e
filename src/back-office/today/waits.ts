import { formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import type { OrdersToShip } from "~/shop/orders/count-orders-to-ship.server";
import type { EndingLink } from "~/shop/orders/ending-links.server";
import type { WaitingLostParcels } from "~/shop/orders/parcels/waiting-lost-parcels.server";
import type { UntaxedOrders } from "~/shop/orders/untaxed-orders.server";
import type { PaymentHealth } from "~/shop/payments/payment-health.server";
import { refundFailureWords } from "~/shop/payments/refund-failure-texts";
import { sentenceTime } from "~/shop/shop-time";
import type { FailingJob } from "~/platform/failing-jobs.server";
import { wordsFor } from "../system/job-texts";
import { counted, listedCounts } from "../count-texts";
import type { Nearness } from "~/shop/tax/sales-limits";
import { type BookDifferences, bookLines } from "./book-lines";
import { endingLinkLines } from "./ending-links";
import { lostParcels } from "./lost-parcel-lines";
import { nearLimitLines } from "./near-limits";
import { oldRates, type OldRates } from "./old-rates";
import type { Clock, Wait } from "./wait";
import { type NotedWords, notedWords, type SkippedPrices, skippedPrices } from "./planned-lines";
import { stoppedCheckout, takenWithoutTax } from "./tax-troubles";

/** All kinds of waiting work; null where the member lacks the right. */
export interface Waiting extends BookDifferences {
  toShip: OrdersToShip | null;
  returns: { asking: number; unlabeled: number; received: number } | null;
  messages: { count: number; oldest: Date | null } | null;
  queue: { reviews: number; questions: number; comments: number; signups: number } | null;
  low: { count: number; pictures: (string | null)[] } | null;
  payments: PaymentHealth | null;
  lost: WaitingLostParcels | null;
  /** Links to pay that end within a day. */
  links: EndingLink[] | null;
  /** Orders whose e-mail address a member corrected in the last days. */
  emails: { number: string; who: string; reason: string; at: Date }[] | null;
  /** Planned prices that skipped some variants. */
  plans: SkippedPrices[] | null;
  /** Planned words with a note that nobody has seen. */
  words: NotedWords[] | null;
  jobs: FailingJob[] | null;
  /** Letters in the outbox folder while no mail server is set up. */
  unsent: number | null;
  /** Backups of which none was restored for too long, or not with success. */
  unproven: { failed: Date | null; proven: Date | null; words: string } | null;
  rates: OldRates[] | null;
  /** States without a tick whose sales come near a limit, until somebody notes it. */
  limits: Nearness[] | null;
  /** Names of prices that cannot be read; while there are any nobody can order. */
  unreadable: readonly string[];
  untaxed: UntaxedOrders[] | null;
}

/** Trouble in words, listed before counted work. */
export function troubles(
  {
    payments,
    lost,
    links,
    emails,
    plans,
    words,
    jobs,
    unsent,
    unproven,
    rates,
    limits,
    unreadable,
    untaxed,
    ...books
  }: Waiting,
  { now, zone }: Clock,
): Wait[] {
  const refused = (payments?.refused.newest ?? []).map(({ id, amount, orderNumber, code, at }) => ({
    key: `refund-${id}`,
    count: null,
    title: "A refund was refused",
    text: `${formatCents(amount)}${orderNumber ? ` of ${shownNumber(orderNumber)}` : ""}, ${sentenceTime(at, now, zone)}. ${refundFailureWords(code)} The money is still with you.`,
    ...(orderNumber && { way: { to: `/orders/${orderNumber}`, name: "See the order" } }),
  }));
  const more = (payments?.refused.count ?? 0) - refused.length;
  return [
    ...stoppedCheckout(unreadable),
    ...refused,
    ...(more > 0
      ? [{ key: "refunds", count: null, title: "More refunds were refused", text: counted(more, "refund") }]
      : []),
    ...overdue(payments, { now, zone }),
    ...lostParcels(lost),
    ...endingLinkLines(links ?? [], { now, zone }),
    ...(emails ?? []).map(({ number, who, reason, at }, index) => ({
      key: `email-${number}-${index}`,
      count: null,
      title: "The e-mail of an order was corrected",
      text: `Of ${shownNumber(number)} by ${who}, ${sentenceTime(at, now, zone)}: ${reason || "no reason was given"}.`,
      way: { to: `/orders/${number}`, name: "See the order" },
    })),
    ...skippedPrices(plans ?? []),
    ...notedWords(words ?? []),
    ...(unsent ? [unsentLetters(unsent)] : []),
    ...takenWithoutTax(untaxed ?? []),
    ...bookLines(books),
    ...oldRates(rates ?? []),
    ...nearLimitLines(limits ?? []),
    ...(unproven ? [untested(unproven, { now, zone })] : []),
    ...stuck(jobs ?? [], { now, zone }),
  ];
}

const unsentLetters = (unsent: number): Wait => ({
  key: "outbox",
  count: null,
  title: "No mail server is set up",
  text: `${counted(unsent, "letter lies", "letters lie")} in the outbox folder and ${unsent === 1 ? "was" : "were"} sent to nobody.`,
  way: { to: "/settings/mail", name: "Set up mail" },
});

function untested({ failed, proven, words }: NonNullable<Waiting["unproven"]>, { now, zone }: Clock): Wait {
  const before = proven
    ? `The last test without a fault was ${sentenceTime(proven, now, zone)}.`
    : "No backup was restored as a test yet.";
  return {
    key: "unproven",
    count: null,
    title: failed ? "A backup could not be restored" : "No backup was tested for too long",
    text: [failed && `Tried ${sentenceTime(failed, now, zone)}.`, words, before].filter(Boolean).join(" "),
    way: { to: "/system", name: "See health" },
  };
}

function overdue(payments: PaymentHealth | null, { now, zone }: Clock): Wait[] {
  if (!payments?.overdue.oldest || payments.overdue.count === 0) return [];
  const { count, oldest } = payments.overdue;
  return [
    {
      key: "overdue",
      count: null,
      title: `${counted(count, "refund")} asked, not yet confirmed`,
      text: `The oldest was asked ${sentenceTime(oldest, now, zone)}. The gateway is asked again by itself; nothing is paid twice.`,
    },
  ];
}

const STUCK = {
  letter: {
    title: "Mail is not leaving",
    text: (count: number) => `${counted(count, "letter waits", "letters wait")}`,
    after: "Orders go on.",
    way: "See the mail",
  },
  money: {
    title: "Payments are not in step",
    text: (count: number) => `${counted(count, "task waits", "tasks wait")}`,
    after: "No order is lost: each is settled as soon as the gateway answers.",
    way: "See payments",
  },
  house: {
    title: "Work behind the counter is stuck",
    text: (count: number) => `${counted(count, "task waits", "tasks wait")}`,
    after: "Shoppers notice nothing yet.",
    way: "See the work",
  },
} as const;

function stuck(jobs: FailingJob[], { now, zone }: Clock): Wait[] {
  return (["letter", "money", "house"] as const).flatMap((kind) => {
    const own = jobs.filter(({ queue }) => wordsFor(queue).kind === kind);
    const [oldest] = own;
    if (!oldest) return [];
    const { title, text, after, way } = STUCK[kind];
    const since = sentenceTime(oldest.since, now, zone).replace(/^at /, "");
    return [
      {
        key: kind,
        count: null,
        title,
        text: `${text(own.length)} since ${since}. ${after}`,
        way: { to: "/system#work", name: way },
      },
    ];
  });
}

/** Counted waiting work, in the order of importance. */
export function counts(waiting: Waiting, { now, zone, replyWithin, lowStock }: Clock & Promises): Wait[] {
  const { returns, messages, queue, low } = waiting;
  const queued = queue ? queue.reviews + queue.questions + queue.comments + queue.signups : 0;
  const returned = returns ? returns.asking + returns.unlabeled + returns.received : 0;
  const all: (Wait | false)[] = [
    returned > 0 && {
      key: "returns",
      count: returned,
      title: "Returns",
      text: [
        returns && returns.asking > 0 && `${returns.asking} ${returns.asking === 1 ? "asks" : "ask"} to come back`,
        returns && returns.unlabeled > 0 && `${counted(returns.unlabeled, "label is", "labels are")} to be sent`,
        returns && returns.received > 0 && `${counted(returns.received, "parcel is", "parcels are")} here to look at`,
      ]
        .filter(Boolean)
        .join(", "),
      way: { to: "/returns", name: "Open returns" },
    },
    messages !== null &&
      messages.count > 0 && {
        key: "messages",
        count: messages.count,
        title: "Messages",
        text: `${messages.oldest ? `The oldest came ${sentenceTime(messages.oldest, now, zone)}. ` : ""}You promise an answer within ${replyWithin}.`,
        way: { to: "/messages", name: "Answer" },
      },
    queue !== null &&
      queued > 0 && {
        key: "queue",
        count: queued,
        title: "In the queue",
        text: listedCounts([
          [queue.reviews, "review"],
          [queue.questions, "question"],
          [queue.comments, "comment"],
          [queue.signups, "community sign-up"],
        ]),
        way: { to: "/queue", name: "Read them" },
      },
    low !== null &&
      low.count > 0 && {
        key: "low",
        count: low.count,
        title: "Running low",
        text: `${lowStock} or fewer left of something that sold this month`,
        plates: low.pictures,
        way: { to: "/stock?show=low", name: "See what is low" },
      },
  ];
  return all.filter((wait) => wait !== false);
}

interface Promises {
  replyWithin: string;
  lowStock: number;
}

/** The next step: paid orders that are not sent. */
export function nextThing({ toShip }: Waiting, { now, zone, shipsWithin }: Clock & { shipsWithin: string }) {
  if (!toShip || toShip.orders === 0) return null;
  const { orders, pieces, oldestPaidAt } = toShip;
  const oldest = oldestPaidAt ? ` The oldest was paid ${sentenceTime(oldestPaidAt, now, zone)}.` : "";
  return {
    count: orders,
    title: orders === 1 ? "Order to ship" : "Orders to ship",
    text: `${counted(pieces, "piece")}.${oldest}`,
    promise: shipsWithin,
    way: { to: "/orders?ship=left&sort=oldest", name: "Start packing" },
  };
}

/** Removes links to screens that this member may not open. */
export function withKnownWays<T extends Pick<Wait, "way">>(line: T, places: { to: string }[]): T {
  const screen = `/${line.way?.to.split(/[/?#]/)[1] ?? ""}`;
  if (!line.way || places.some(({ to }) => to === screen)) return line;
  const { way: _, ...rest } = line;
  return rest as T;
}
