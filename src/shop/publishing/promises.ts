import { sentencesOf } from "~/shop/texts/setting-quotes";

interface Topic {
  title: string;
  /** Quotes of settings, in braces, that make a sentence a promise of this topic. */
  quotes: readonly string[];
  /** Words in small letters that make it one. */
  words: readonly string[];
  /** Settings with the values that the sentences quote. */
  settings: string;
}

/** Topics of the sentences that bind a shop; of several that fit, a sentence belongs to the first. */
export const promiseTopics = {
  expedited: {
    title: "Faster delivery",
    quotes: ["{expeditedDelivery}"],
    words: ["expedited", "overnight", "next day"],
    settings: "delivery",
  },
  label: { title: "A prepaid label", quotes: [], words: ["prepaid", "label that we send"], settings: "returns" },
  returns: {
    title: "Returns",
    quotes: ["{returnDays}", "{damageReportDays}", "{refundTime}"],
    words: ["free return", "returns are free", "returns within the united states are free", "money back"],
    settings: "returns",
  },
  delivery: {
    title: "Delivery",
    quotes: ["{shipsWithin}", "{standardDelivery}", "{deliveryEstimate}", "{deliveryFee}", "{freeShippingOver}"],
    words: ["free shipping", "free delivery"],
    settings: "delivery",
  },
  hours: { title: "Hours and answers", quotes: ["{supportHours}", "{replyWithin}"], words: [], settings: "shop" },
  sale: {
    title: "Sale",
    quotes: [],
    words: ["half the price", "half price", "% off", "lowest price", "final sale is", "it stays sold"],
    settings: "",
  },
} as const satisfies Record<string, Topic>;

export type PromiseTopic = keyof typeof promiseTopics;

/** Topic of a sentence that binds the shop; undefined for one that does not. */
export function promiseIn(sentence: string): PromiseTopic | undefined {
  const small = sentence.toLowerCase();
  return (Object.keys(promiseTopics) as PromiseTopic[]).find((topic) => {
    const { quotes, words }: Topic = promiseTopics[topic];
    return quotes.some((quote) => sentence.includes(quote)) || words.some((word) => small.includes(word));
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
