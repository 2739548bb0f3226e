import type { Member } from "~/shop/members/member";
import type { QueueKind } from "~/shop/moderation";
import type { OrdersToShip } from "~/shop/orders/count-orders-to-ship.server";
import type { EndingLink } from "~/shop/orders/ending-links.server";
import type { WaitingLostParcels } from "~/shop/orders/parcels/waiting-lost-parcels.server";
import type { UntaxedOrders } from "~/shop/orders/untaxed-orders.server";
import type { UnsentGiftCard } from "~/shop/gift-cards/gift-card-list.server";
import type { DisputeToAnswer } from "~/shop/payments/disputes.server";
import type { PaymentHealth } from "~/shop/payments/payment-health.server";
import type { OrderOfUnmade } from "~/shop/orders/gift-cards/return-cards-beyond.server";
import type { LateOrders } from "~/shop/orders/list/late-orders.server";
import { dayWords, sentenceTime, wholeDate } from "~/shop/shop-time";
import type { LoudHour } from "~/platform/hourly-sum.server";
import type { FailingJob } from "~/platform/failing-jobs.server";
import { counted, listedCounts } from "../count-words";
import { mayOpen } from "../shell/screen-places";
import type { Nearness } from "~/shop/tax/sales-limits";
import type { EndsByItself } from "~/privacy/end-by-itself.server";
import type { LatePlan, NotedWords, SkippedPrices } from "./planned-troubles";
import type { OldRates } from "./tax-troubles";

/** One line of waiting work; without a count it is a problem, shown with a warning sign. */
export interface Wait {
  key: string;
  count: number | null;
  title: string;
  text: string;
  /** Product pictures; null for a product without one. */
  plates?: (string | null)[];
  /** Link to the page where the work is done; unset if the line only informs. */
  way?: { to: string; name: string };
}

/** All kinds of waiting work; null for those that the member may not see. */
export interface Waiting {
  toShip: OrdersToShip | null;
  /** Number of orders whose money is owed back under the 30-day rule. */
  owedBack: number | null;
  /** Orders of which something had to leave before today. */
  lateOrdersWaiting: LateOrders | null;
  returns: { asking: number; unlabeled: number; received: number } | null;
  messages: { count: number; oldest: Date | null } | null;
  queue: Record<QueueKind, number> | null;
  /** Requests of people about their data that wait for an answer, and by when the first has to be answered. */
  requests: { count: number; due: Date | null } | null;
  low: { count: number; pictures: (string | null)[] } | null;
  payments: PaymentHealth | null;
  /** Disputes that wait for the merchant's answer at the gateway. */
  disputes: { count: number; next: DisputeToAnswer[] } | null;
  lost: WaitingLostParcels | null;
  /** Pay links that expire within a day. */
  links: EndingLink[] | null;
  /** Orders whose e-mail address a member corrected within the last days. */
  emails: { number: string; who: string; reason: string; at: Date }[] | null;
  /** Price plans that skipped some variants. */
  plans: SkippedPrices[] | null;
  /** Planned texts with a problem that no member has confirmed yet. */
  words: NotedWords[] | null;
  /** Plans that could not be done at their time. */
  late: LatePlan[];
  jobs: FailingJob[] | null;
  /** Number of letters written to the outbox folder because no mail server is set up. */
  unsent: number | null;
  /** Set if the last restore test of a backup failed, or if the last successful one is too old. */
  unproven: { failed: Date | null; proven: Date | null; words: string } | null;
  /** Whether the shop rests after a restore. */
  isHeld: boolean;
  /** Free bytes on the fullest disk; null for those that the member may not see, undefined if the system does not say. */
  free: number | null | undefined;
  /** Hours of the last day with very many questions to the tax service, or first letters; empty in usual days. */
  loud: { questions?: LoudHour | undefined; letters?: LoudHour | undefined } | null;
  /** Hour of the last day in which very many codes of gift cards were tried that no card has. */
  guesses: LoudHour | null;
  /** Gift cards whose letter could not leave, until it has left or the card is closed. */
  unsentCards: UnsentGiftCard[] | null;
  /** Orders of the last day whose gift cards were not made, because their payment card had bought too many. */
  unmadeCards: OrderOfUnmade[] | null;
  /** Personal data that end by themselves soon, or ended within a week. */
  ends: EndsByItself | null;
  rates: OldRates[] | null;
  /** States where tax is not collected and sales come near the limit, until a member notes it. */
  limits: Nearness[] | null;
  /** Names of stored prices that cannot be read; while there are any, no order can be placed. */
  unreadable: readonly string[];
  untaxed: UntaxedOrders[] | null;
  /** Number of movements at the gateway that do not match the shop's books. */
  unmatched: number | null;
  /** Number of orders and refunds that have not been reported to the tax service for a day; null without a tax service. */
  untold: number | null;
  /** Numbers of orders whose refunds a member has to reverse at the tax service; null without one. */
  byHand: string[] | null;
}

/** Current time, and the shop's time zone. */
export interface Clock {
  now: Date;
  zone: string;
}

interface Promises {
  replyWithin: string;
  lowStock: number;
}

/** Line of each kind of counted work, the most important first; false without any. */
const COUNTED = {
  owedBack: (owedBack) =>
    owedBack !== null &&
    owedBack > 0 && {
      count: owedBack,
      title: "To be refunded under the 30-day rule",
      text: `${owedBack === 1 ? "It" : "They"} did not leave in time, and nobody agreed to wait longer. The money has to go back within 7 working days.`,
      way: { to: "/orders?ship=owed-back&sort=oldest", name: "See what to refund" },
    },
  lateOrdersWaiting: (lateOrdersWaiting) =>
    lateOrdersWaiting !== null &&
    lateOrdersWaiting.orders > 0 && {
      count: lateOrdersWaiting.orders,
      title: lateOrdersWaiting.orders === 1 ? "Late order" : "Late orders",
      text: `${lateOrdersWaiting.since ? `Promised to leave by ${dayWords(lateOrdersWaiting.since)}` : "Promised"}${lateOrdersWaiting.orders > 1 ? " at the earliest" : ""}, and something of ${lateOrdersWaiting.orders === 1 ? "it" : "them"} is still here`,
      way: { to: "/orders?ship=late&sort=oldest", name: "See what is late" },
    },
  returns: (returns) => {
    const { asking = 0, unlabeled = 0, received = 0 } = returns ?? {};
    const count = asking + unlabeled + received;
    return (
      count > 0 && {
        count,
        title: "Returns",
        text: [
          asking > 0 && `${asking} ${asking === 1 ? "asks" : "ask"} to come back`,
          unlabeled > 0 && `${counted(unlabeled, "label is", "labels are")} to be sent`,
          received > 0 && `${counted(received, "parcel is", "parcels are")} here to look at`,
        ]
          .filter(Boolean)
          .join(", "),
        way: { to: "/returns", name: "Open returns" },
      }
    );
  },
  messages: (messages, { now, zone, replyWithin }) =>
    messages !== null &&
    messages.count > 0 && {
      count: messages.count,
      title: "Messages",
      text: `${messages.oldest ? `The oldest came ${sentenceTime(messages.oldest, now, zone)}. ` : ""}You promise an answer within ${replyWithin}.`,
      way: { to: "/messages", name: "Answer" },
    },
  queue: (queue) => {
    const { review = 0, question = 0, comment = 0, "sign-up": signUp = 0 } = queue ?? {};
    const count = review + question + comment + signUp;
    return (
      count > 0 && {
        count,
        title: "In the queue",
        text: listedCounts([
          [review, "review"],
          [question, "question"],
          [comment, "comment"],
          [signUp, "community sign-up"],
        ]),
        way: { to: "/queue", name: "Read them" },
      }
    );
  },
  requests: (requests, { now, zone }) =>
    requests !== null &&
    requests.count > 0 && {
      count: requests.count,
      title: requests.count === 1 ? "Request about personal data" : "Requests about personal data",
      text: requests.due
        ? `The first ${requests.due < now ? "had to be answered by" : "has to be answered by"} ${wholeDate(requests.due, zone)}.`
        : "",
      way: { to: "/people/requests", name: "Answer" },
    },
  low: (low, { lowStock }) =>
    low !== null &&
    low.count > 0 && {
      count: low.count,
      title: "Running low",
      text: `${lowStock} or fewer left of something that sold this month`,
      plates: low.pictures,
      way: { to: "/stock?show=low", name: "See what is low" },
    },
} satisfies { [Key in keyof Waiting]?: (waiting: Waiting[Key], around: Clock & Promises) => Omit<Wait, "key"> | false };
/** Kinds of waiting work that are counted; `troubles.ts` does not compile without lines for all others. */
export type CountedKey = keyof typeof COUNTED;

/** Lines of waiting work with a count, the most important first. */
export const counts = (waiting: Waiting, around: Clock & Promises): Wait[] =>
  Object.entries(COUNTED).flatMap(([key, line]) => {
    const own = (line as (waits: never, around: Clock & Promises) => Omit<Wait, "key"> | false)(
      waiting[key as CountedKey] as never,
      around,
    );
    return own === false ? [] : [{ key, ...own }];
  });

/** The next step: orders that are paid and not sent yet; null if there are none. */
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

/** Removes the link of a line if this member may not open its screen. */
export function withKnownWays<T extends Pick<Wait, "way">>(line: T, member: Pick<Member, "role">): T {
  if (!line.way || mayOpen(member, line.way.to)) return line;
  const { way: _, ...rest } = line;
  return rest as T;
}
