import type { QueueEntry, Standing } from "~/shop/moderation";
import { hideReasons, reasonsToHide } from "~/shop/moderation";
import { shownNumber } from "~/shop/orders/order-number";
import { spokenTime } from "~/shop/shop-time";
import { kindWords } from "./queue-view";
import { counted } from "../count-words";

const stars = (count: number): string => counted(count, "star");

/** Name of an entry's standing. */
export function moderationWords(standing: Standing): string {
  if (standing === "waiting") return "Waits for you";
  if (standing === "approved") return "On the shop";
  const reason = reasonsToHide.find((each) => standing === `hidden:${each}`);
  return reason ? `Hidden: ${hideReasons[reason].replace(/^It /, "it ")}` : "Hidden by the shop: it looked automated";
}

/** Data of an entry's line in the list. */
export function shownLine(
  { kind, stars: rating, title, words, author, isBuyer, about, at, isSample }: QueueEntry,
  now: Date,
  zone: string,
) {
  const first = title || (kind === "comment" && about ? `On "${about.name}"` : words);
  return {
    what: rating === null ? kindWords[kind] : `${kindWords[kind]}, ${stars(rating)}`,
    at: spokenTime(at, now, zone),
    first: first.slice(0, 120),
    who: isBuyer ? `${author}, bought it` : author,
    mark: isSample ? "Sample" : "",
  };
}

/** Data of the open entry. */
export function shownEntry(entry: QueueEntry, now: Date, zone: string, shopAddress: string) {
  const {
    kind,
    standing,
    version,
    isSample,
    author,
    title,
    words,
    about,
    orderNumber,
    isBuyer,
    answer,
    wantsLetter,
    at,
  } = entry;
  return {
    kind,
    standing,
    standsSo: moderationWords(standing),
    version,
    isSample,
    author,
    // A question has no title, so its text is shown as the title.
    title: title || (kind === "question" ? words : ""),
    words: kind === "question" ? "" : words,
    stars: entry.stars,
    fit: entry.fit,
    about: about && { name: about.name, href: shopAddress + about.to },
    by: `${kindWords[kind]} by ${author}, ${spokenTime(at, now, zone)}.`,
    bought: isBuyer ? { order: orderNumber && { number: orderNumber, shown: shownNumber(orderNumber) } } : null,
    answer,
    wantsLetter,
    mayBeAnswered: kind === "review" || kind === "question",
  };
}
