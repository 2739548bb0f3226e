import { formatRound } from "~/shop/money";
import type { Called, Offer, OfferRule } from "./offer";
import type { WhyNot } from "./offer-reasons";

type Told = Pick<Offer, "rule" | "goods">;

/** The rule of an offer in one sentence without a period: "Buy 2, the third at half". */
export function offerSentence({ rule, goods }: Told): string {
  const { called } = goods;
  switch (rule.kind) {
    case "off-from-value":
      return `${offWords(rule.off)} ${offOf(called)}from ${formatRound(rule.from)}`;
    case "off-from-pieces":
      return `${offWords(rule.off)} from ${counted(rule.pieces, called)}`;
    case "buy-get":
      return `Buy ${boughtWords(rule.buy, called)}, ${givenWords(rule, called)}${timesWords(rule.times)}`;
    case "present":
      return `${rule.called} free ${called.many ? `with ${called.many} ` : ""}from ${formatRound(rule.from)}`;
  }
}

/** Sentence about an offer that takes nothing yet, and what is missing: "One more pair of gloves: the third at half". */
export function missingSentence(told: Told, why: WhyNot): string | null {
  const { rule, goods } = told;
  if (why.why === "value-missing") return `${formatRound(why.value)} more${ofGoods(goods.called)}: ${shortly(told)}`;
  if (why.why === "pieces-missing") return `${more(why.pieces, goods.called)}: ${shortly(told)}`;
  if (why.why === "reward-missing" && rule.kind === "buy-get")
    return `${more(why.pieces, rule.gets?.called ?? goods.called)}: ${shortly(told)}`;
  return null;
}

/** Reason why an offer took nothing, as members read it. */
export function whyNotWords(why: WhyNot): string {
  switch (why.why) {
    case "no-goods":
      return "None of its goods is in the bag.";
    case "value-missing":
      return `${formatRound(why.value)} of its goods is missing.`;
    case "pieces-missing":
      return `${why.pieces} more ${why.pieces === 1 ? "piece" : "pieces"} of its goods ${why.pieces === 1 ? "is" : "are"} missing.`;
    case "reward-missing":
      return `${why.pieces} more ${why.pieces === 1 ? "piece" : "pieces"} of what it gives ${why.pieces === 1 ? "is" : "are"} missing.`;
    case "taken":
      return "An offer above it has the pieces.";
    case "nothing-off":
      return "It comes to less than a cent.";
    case "present-not-in-bag":
      return "Its present is not in the bag.";
    case "code-gives-more":
      return "The code takes more, and not all offers go with codes.";
  }
}

/** Words for what an offer gives, without its condition: "the third at half", "10% off". */
function shortly({ rule, goods }: Told): string {
  if (rule.kind === "buy-get") return givenWords(rule, goods.called);
  return rule.kind === "present" ? `${rule.called} free` : offWords(rule.off);
}

type Reduction = Extract<OfferRule, { kind: "off-from-value" }>["off"];

const offWords = (off: Reduction): string =>
  off.by === "percent" ? `${off.percent}% off` : `${formatRound(off.amount)} off`;

const offOf = ({ many }: Called): string => (many ? `${many} ` : "");
const ofGoods = ({ many }: Called): string => (many ? ` of ${many}` : "");

const named = ({ one, many }: Called): Called => ({ one: one || many || "piece", many: many || one || "pieces" });

/** Number of pieces: "1 helmet", "3 pieces". */
function counted(pieces: number, called: Called): string {
  const { one, many } = named(called);
  return `${pieces} ${pieces === 1 ? one : many}`;
}

/** Pieces to buy: "2", "2 helmets". */
const boughtWords = (pieces: number, called: Called): string =>
  called.one || called.many ? counted(pieces, called) : `${pieces}`;

function more(pieces: number, called: Called): string {
  const { one, many } = named(called);
  return pieces === 1 ? `One more ${one}` : `${pieces} more ${many}`;
}

function givenWords({ buy, get, percent, gets }: Extract<OfferRule, { kind: "buy-get" }>, _own: Called): string {
  const price = percent === 100 ? "free" : percent === 50 ? "at half" : `${percent}% off`;
  if (gets !== null) return `get ${counted(get, gets.called)} ${price}`;
  if (get > 1) return `get ${get} more ${price}`;
  return `the ${ordinal(buy + 1)} ${price}`;
}

const timesWords = (times: number | null): string =>
  times === null ? "" : times === 1 ? ", once an order" : `, up to ${times} times an order`;

const ORDINALS = [
  "zeroth",
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

function ordinal(count: number): string {
  const word = ORDINALS[count];
  if (word) return word;
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const ending = isTeen ? "th" : (({ 1: "st", 2: "nd", 3: "rd" } as Record<number, string>)[count % 10] ?? "th");
  return `${count}${ending}`;
}
