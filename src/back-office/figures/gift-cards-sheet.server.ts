import {
  type GiftCardCause,
  type GiftCardMonth,
  giftCardMonths,
  UNTOUCHED_YEARS,
  type UntouchedCards,
  untouchedCards,
} from "~/shop/figures/gift-card-sums.server";
import { formatCents } from "~/shop/money";
import { wholeDate } from "~/shop/shop-time";
import { stateName } from "~/shop/us-states";
import { stepName } from "./chart-steps";
import { spanWords } from "./figures-words";
import type { Asked } from "./screen";
import type { Sheet, SheetTable } from "./sheet";

/** Columns of the months: the causes of entries, in the order in which money comes and goes. */
const CAUSES: { kind: GiftCardCause; name: string; isOptional?: true }[] = [
  { kind: "sold", name: "Sold" },
  { kind: "given", name: "Given by members" },
  { kind: "used", name: "Used" },
  { kind: "given-back", name: "Given back" },
  { kind: "store-credit", name: "Store credit" },
  { kind: "refunded", name: "Refunded to buyers" },
  { kind: "paid-out", name: "Paid out" },
  { kind: "corrected", name: "Corrected", isOptional: true },
];

/** Sheet of gift cards: what came onto them and went, what is outstanding, and which were not touched for years. */
export async function giftCardsSheet(asked: Asked): Promise<Sheet> {
  const { services, member, period, now } = asked;
  const [{ before, months }, untouched] = await Promise.all([
    giftCardMonths(services, member, period),
    untouchedCards(services, member, now),
  ]);
  const isPractice = services.mode !== "live";
  return {
    title: "Gift cards",
    head: `${spanWords(period)}, by the shop's day. What is outstanding is owed to the bearers of cards, closed cards included.${isPractice ? " Practice: these are test cards, and none of it is money." : ""}`,
    tables: [
      {
        ...monthsTable(months, asked),
        says: [{ lead: `${formatCents(before)} was outstanding before.`, words: "Each row ends with what was then." }],
      },
      untouchedTable(untouched, asked),
    ],
    isOfPeriod: true,
  };
}

function monthsTable(months: GiftCardMonth[], { period, isFile }: Asked): SheetTable {
  const sumOf = (kind: GiftCardCause): number => months.reduce((sum, { sums }) => sum + (sums[kind] ?? 0), 0);
  const last = months.at(-1);
  return {
    name: "gift-cards",
    title: "By month",
    columns: [
      { name: "Month", kind: "text" },
      ...CAUSES.map(({ name, isOptional }) => ({ name, kind: "money" as const, ...(isOptional && { isOptional }) })),
      { name: "Outstanding", kind: "money" },
    ],
    rows: months.toReversed().map(({ month, sums, outstanding }) => ({
      key: month,
      cells: [
        isFile ? month : stepName({ from: `${month}-01`, to: `${month}-01` }, "month", period),
        ...CAUSES.map(({ kind }) => sums[kind] ?? 0),
        outstanding,
      ],
    })),
    ...(last && { all: ["All", ...CAUSES.map(({ kind }) => sumOf(kind)), last.outstanding] }),
    empty: "Nothing came onto a gift card or went from one in this period.",
    isWide: true,
  };
}

function untouchedTable(untouched: UntouchedCards[], { isFile, services }: Asked): SheetTable {
  const { timeZone } = services.settings();
  return {
    name: "untouched-gift-cards",
    title: `Not touched for ${UNTOUCHED_YEARS} years`,
    columns: [
      { name: "State of the buyer", kind: "text" },
      { name: "Cards", kind: "count" },
      { name: "Left on them", kind: "money" },
      { name: "The oldest since", kind: "text" },
      ...(isFile ? [{ name: "Note", kind: "text" as const }] : []),
    ],
    rows: untouched.map(({ state, cards, amount, since }) => ({
      key: state,
      cells: [
        state === "" ? "Nobody bought them" : stateName(state),
        cards,
        amount,
        isFile ? since : wholeDate(`${since}T12:00:00Z`, timeZone),
        ...(isFile ? [RULES_DIFFER] : []),
      ],
    })),
    says: [{ lead: `${RULES_DIFFER}.`, words: "Some states ask for money that nobody claims." }],
    empty: "Something happened on each card within these years.",
  };
}

const RULES_DIFFER = "Rules differ by state: ask an adviser";
