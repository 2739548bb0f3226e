import type { Quote } from "~/shop/settings";
import { sentencesOf } from "~/shop/texts/setting-quotes";

interface Topic {
  title: string;
  /** Words in small letters that make it one. */
  words: readonly string[];
  /** Settings with the values that the sentences quote. */
  settings: string;
}

/** Topics of the sentences that bind a shop; of several that fit, a sentence belongs to the first. */
export const promiseTopics = {
  expedited: {
    title: "Faster delivery",
    words: ["expedited", "overnight", "next day"],
    settings: "delivery",
  },
  label: { title: "A prepaid label", words: ["prepaid", "label that we send"], settings: "returns" },
  returns: {
    title: "Returns",
    words: [
      "free return",
      "returns are free",
      "returns within the united states are free",
      "money back",
      "free of charge",
      "may be donated",
    ],
    settings: "returns",
  },
  delivery: {
    title: "Delivery",
    words: ["free shipping", "free delivery", "to street addresses", "every state,"],
    settings: "delivery",
  },
  faults: {
    title: "What is lost, damaged or wrong",
    words: ["replace or refund", "replace the item", "open a trace", "costs you nothing", "at no cost to you"],
    settings: "",
  },
  abroad: {
    title: "Other countries",
    words: ["another country", "other countries", "outside the us", "outside the united states"],
    settings: "",
  },
  restock: { title: "What comes back", words: ["restocked"], settings: "" },
  law: { title: "Law and courts", words: ["laws of the state of", "courts in"], settings: "" },
  hours: { title: "Hours and answers", words: [], settings: "shop" },
  sale: {
    title: "Sale",
    words: ["half the price", "half price", "% off", "lowest price", "final sale is", "it stays sold"],
    settings: "",
  },
} as const satisfies Record<string, Topic>;

export type PromiseTopic = keyof typeof promiseTopics;

/**
 * Topic of the sentences that quote a setting; null for one that binds nobody, or that the program keeps by itself. A quoted setting
 * without its topic does not compile.
 */
const QUOTES: Record<Quote, PromiseTopic | null> = {
  shopName: null,
  shopAddress: null,
  returnDays: "returns",
  damageReportDays: "returns",
  refundTime: "returns",
  shipsWithin: "delivery",
  standardDelivery: "delivery",
  expeditedDelivery: "expedited",
  deliveryEstimate: "delivery",
  deliveryFee: "delivery",
  freeShippingOver: "delivery",
  supportHours: "hours",
  supportEmail: null,
  replyWithin: "hours",
  newsletterPercent: null,
  messagesKeptMonths: null,
  signupsKeptMonths: null,
  orderNamesKeptMonths: null,
  draftsKeptDays: null,
  remindersKeptDays: null,
  requestDays: null,
};
const quoted = Object.entries(QUOTES);

/** Topic of a sentence that binds the shop; undefined for one that does not. */
export function promiseIn(sentence: string): PromiseTopic | undefined {
  // A sentence that says there is none promises none.
  const small = sentence.toLowerCase().replaceAll("no prepaid label", "");
  return (Object.keys(promiseTopics) as PromiseTopic[]).find((topic) => {
    const { words }: Topic = promiseTopics[topic];
    const isQuoted = quoted.some(([quote, of]) => of === topic && sentence.includes(`{${quote}}`));
    return isQuoted || words.some((word) => small.includes(word));
  });
}

/** Sentences of a text that bind the shop, each with its topic. */
export const promisesIn = (text: string): { sentence: string; topic: PromiseTopic }[] =>
  sentencesOf(text).flatMap((sentence) => {
    const topic = promiseIn(sentence);
    return topic ? [{ sentence, topic }] : [];
  });

/**
 * A text without one of its sentences; undefined if the sentence does not stand in it word for word, as between marks of Markdown,
 * or if nothing would be left.
 */
export function withoutSentence(text: string, sentence: string): string | undefined {
  const place = text.indexOf(sentence);
  if (place < 0) return undefined;
  const before = text.slice(0, place).trimEnd();
  const behind = text.slice(place + sentence.length);
  const left = (before === "" || behind.startsWith("\n") ? before + behind : `${before} ${behind.trimStart()}`).trim();
  return left === "" ? undefined : left;
}
