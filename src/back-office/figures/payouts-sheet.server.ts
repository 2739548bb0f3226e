import {
  balanceByDay,
  balanceReadAt,
  type PayoutOfDay,
  payoutsOf,
  unmatchedBalance,
} from "~/shop/payments/payouts.server";
import { can } from "~/shop/members/rights";
import { type Cents, cents, formatCents } from "~/shop/money";
import { dayWords, sentenceTime, shortDay } from "~/shop/shop-time";
import { moneyIn, type SalesAndMoney, salesAndMoney, soldIn } from "~/shop/figures/sales-and-money.server";
import { everyDay, type Span } from "~/shop/figures/period";
import { counted } from "../count-words";
import { inSteps, type Step, stepName, stepOf } from "./chart-steps";
import { figures } from "./figures-address";
import { dayWithin, spanWords } from "./figures-words";
import type { Asked } from "./screen";
import { type Sheet, type SheetTable, signed } from "./sheet";

/** Sheet of fees and payouts: the payouts to the bank, compared with the shop's own records. */
export async function payoutsSheet(asked: Asked): Promise<Sheet> {
  const { services, member, period, now } = asked;
  const [payouts, days, unmatched, readAt, sums] = await Promise.all([
    payoutsOf(services, member, period, { today: period.open, most: asked.most }),
    balanceByDay(services, member, period),
    unmatchedBalance(services, member),
    balanceReadAt(services),
    salesAndMoney(services, member, period),
  ]);
  const read = readAt
    ? `Read ${sentenceTime(readAt, now, services.settings().timeZone)}.`
    : payouts.length + days.length > 0
      ? ""
      : "Nothing was read yet: the books of the gateway are read each night.";
  return {
    title: "Fees and payouts",
    head: `What reached the bank from ${spanWords(period)}, by the day it arrives there. ${read}${isPractice(services) ? " Practice: neither the payments nor these payouts moved money." : ""}`,
    tables: [
      {
        ...bankTable(payouts, asked),
        says: [
          ...comingWords(payouts),
          ...expectedWords(payouts),
          ...unmatchedWords(unmatched.length),
          ...newestWords(payouts, asked),
        ],
      },
      daysTable(days, asked),
      salesAndMoneyTable(sums),
    ],
    isOfPeriod: true,
  };
}

const isPractice = ({ payments }: Asked["services"]): boolean => !payments.isLive;

/** Sentences about payouts in transit to the bank, the earliest first. */
const comingWords = (payouts: PayoutOfDay[]): NonNullable<SheetTable["says"]> =>
  payouts
    .filter(({ state }) => state === "on-its-way")
    .toReversed()
    .map(({ sent, arrives }) => ({
      lead: `${formatCents(sent ?? cents(0))} should reach the bank on ${dayWords(arrives)}.`,
      words: "",
    }));

/** Sentence about money with the gateway of which the day at the bank is expected. */
const expectedWords = (payouts: PayoutOfDay[]): NonNullable<SheetTable["says"]> =>
  payouts.some(isExpected)
    ? [
        {
          lead: "Expected is the first day on which the gateway can have the money at the bank.",
          words: "If it pays out by week or by month, the money comes with the next of these payouts.",
        },
      ]
    : [];

const isExpected = ({ state, arrives }: PayoutOfDay): boolean => state === "waits" && arrives !== "";

/** Sentence about older payouts that the table leaves out. */
const newestWords = (payouts: PayoutOfDay[], { most }: Asked): NonNullable<SheetTable["says"]> =>
  payouts.filter(({ id }) => id !== null).length < most
    ? []
    : [{ lead: `These are the newest ${most.toLocaleString("en-US")} payouts.`, words: "The file has all." }];

/** Table of up to `most` payouts, for the overview; no table for members who may not see payouts. */
export async function payoutsTable(asked: Asked, { most }: { most: number }): Promise<SheetTable[]> {
  const { services, member, period, view, isFile } = asked;
  if (!can(member, "money.read")) return [];
  const payouts = await payoutsOf(services, member, period, { today: period.open, ...(!isFile && { most }) });
  const { all: _, ...table } = bankTable(payouts, asked);
  return [
    {
      ...table,
      says: comingWords(payouts),
      more: { to: figures.addressOf(view, "/figures/payouts"), name: "All payouts, and fees by day" },
      isWide: true,
    },
  ];
}

function unmatchedWords(count: number): NonNullable<SheetTable["says"]> {
  if (count === 0) return [];
  return [
    {
      lead: `${counted(count, "movement")} at the gateway ${count === 1 ? "does" : "do"} not match.`,
      words: "An order, a refund or an amount differs from what the shop knows.",
      way: { to: "/payouts/unmatched", name: "Look at them" },
    },
  ];
}

const money = (name: string, isOptional = false) => ({
  name,
  kind: "money" as const,
  ...(isOptional && { isOptional }),
});
const text = (name: string) => ({ name, kind: "text" as const });

/** Formats the first and the last day of a span; a single day is written once. */
const shortSpan = (from: string, to: string): string =>
  from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;

function bankTable(payouts: PayoutOfDay[], { services, period, isFile, most }: Asked): SheetTable {
  const sums = (own: PayoutOfDay[]): number[] =>
    (["paid", "back", "fees", "other", "net", "sent"] as const).map((column) =>
      own.reduce((total, payout) => total + (payout[column] ?? 0), 0),
    );
  const made = payouts.filter(({ id, state }) => id !== null && state !== "failed");
  return {
    name: "payouts",
    title: "Paid out to the bank",
    columns: [
      text("At the bank"),
      money("Paid by shoppers"),
      money("Given back"),
      money("Gateway keeps"),
      money("Other", true),
      money("To the bank"),
      money("Gateway sent"),
      text("Match"),
    ],
    rows: payouts
      .filter(({ id, net, paid }) => id !== null || net !== 0 || paid !== 0)
      .map((own) => ({
        key: own.id ?? `waits ${own.arrives}`,
        cells: [
          isFile ? own.arrives || NOT_YET : dayAtBank(own, period),
          own.paid,
          own.back,
          own.fees,
          own.other,
          own.net,
          own.sent,
          matchOf(own),
        ],
        ...(own.from &&
          own.to && { note: `${shortSpan(own.from, own.to)}${isPractice(services) ? ", practice" : ""}` }),
      })),
    ...(made.length > 1 && made.length < most && { all: ["All that was sent", ...sums(made), ""] }),
    empty: "Nothing was paid out in this period.",
  };
}

const NOT_YET = "Not paid out yet";

/** "Fri, November 20", "Expected Fri, December 4", or that no day is known. */
const dayAtBank = (own: PayoutOfDay, period: Span): string =>
  own.arrives === "" ? NOT_YET : `${isExpected(own) ? "Expected " : ""}${dayWithin(own.arrives, period)}`;

/** Describes the state of a payout, e.g. "Arrived, matches" or "$15.00 less than its movements". */
function matchOf(own: PayoutOfDay): string {
  const { state, sent, net, isWhole, isNoted } = own;
  if (isExpected(own)) return "Expected, not paid out yet";
  if (state === "waits" || sent === null) return "With the gateway";
  const where = { "on-its-way": "On its way", arrived: "Arrived", failed: "Failed" }[state];
  if (state === "failed") return "Failed: the money is with the gateway";
  if (!isWhole) return `${where}, the gateway does not say of what`;
  if (sent === net) return `${where}, matches`;
  const words = sent < net ? `${formatCents(cents(net - sent))} less` : `${formatCents(cents(sent - net))} more`;
  return isNoted ? `${where}, ${words}, noted` : `${words} than its movements`;
}

interface Day {
  day: string;
  pieces: number;
  paid: Cents;
  back: Cents;
  fees: Cents;
  other: Cents;
  net: Cents;
}

const HEADS = { day: "Day", week: "Week", month: "Month" };

/** Table of movements by day; by week or month for a long period, except in a file. Leaves out what has no movement. */
function daysTable(moved: Day[], { period, isFile }: Asked): SheetTable {
  const step: Step = isFile ? "day" : stepOf(period);
  const byDay = new Map(moved.map((own) => [own.day, own]));
  const groups = inSteps(
    everyDay(period).map((day) => ({ day, own: byDay.get(day) })),
    step,
  ).map(({ from, to, days }) => ({ from, to, moved: days.flatMap(({ own }) => own ?? []) }));
  return {
    name: "fees",
    title: `By ${step} at the gateway`,
    columns: [
      text(HEADS[step]),
      { name: "Movements", kind: "count" },
      money("Paid by shoppers"),
      money("Given back"),
      money("Gateway keeps"),
      money("Other", true),
      money("Left"),
    ],
    rows: groups
      .filter((group) => group.moved.length > 0)
      .toReversed()
      .map((group) => ({
        key: group.from,
        cells: [isFile ? group.from : stepName(group, step, period), ...totalsOf(group.moved)],
      })),
    all: ["All", ...totalsOf(moved)],
    says: [
      { lead: "Days are those of the shop.", words: "A fee counts on the day of the movement that it was taken from." },
      ...(step === "day" ? [] : [{ lead: `A row is a ${step}.`, words: "The file has every day." }]),
    ],
    empty: "Nothing moved at the gateway in this period.",
  };
}

/** Sums of the columns after the first. */
const totalsOf = (days: Day[]): number[] =>
  (["pieces", "paid", "back", "fees", "other", "net"] as const).map((column) =>
    days.reduce((total, day) => total + day[column], 0),
  );

/** Table that compares sales, gift cards that were sold among them, with the money that was paid and went back. */
function salesAndMoneyTable(sums: SalesAndMoney): SheetTable {
  const [sold, moved] = [soldIn(sums), moneyIn(sums)];
  const rows: [key: string, name: string, amount: number, isOptional?: true][] = [
    ["sales", "Total sales", sums.sales],
    ["cards-sold", "Gift cards sold", sums.cardsSold, true],
    ["cards-refunded", "Gift cards refunded to buyers", -sums.cardsRefunded, true],
    ["sold", "Sold in all", sold],
    ["taken", "Paid by shoppers", sums.taken],
    ["given-back", "Given back", -sums.givenBack],
    ["taken-by-banks", "Lost to disputes", -sums.takenByBanks, true],
    ["by-cards", "Paid by gift cards", sums.byCards, true],
    ["onto-cards", "Given back onto gift cards, with store credit", -sums.ontoCards, true],
    ["money", "Money in all", moved],
  ];
  return {
    name: "sales-and-money",
    title: "Sales and money",
    columns: [text("What"), money("Amount")],
    rows: rows
      .filter(([, , amount, isOptional]) => !isOptional || amount !== 0)
      .map(([key, name, amount]) => ({ key, cells: [name, amount] })),
    says: [
      sold === moved
        ? {
            lead: `Both come to ${signed(formatCents(sold))}.`,
            words: "What was sold is the money that came and stayed.",
          }
        : {
            lead: `They differ by ${formatCents(cents(Math.abs(sold - moved)))}.`,
            words: "Money that moved around midnight may count on another day: look at a longer period.",
          },
    ],
  };
}
