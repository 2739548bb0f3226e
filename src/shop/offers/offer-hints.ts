import { type Cents, cents, sum } from "~/shop/money";
import { isGiftCardLine, type OfferedLine } from "~/shop/price";
import { appliedAtListed, type AppliedOffers, atListedPrice } from "./apply-offers";
import { isAmong, type Offer, type OfferGoods } from "./offer";
import type { WhyNot } from "./offer-reasons";
import { missingSentence, offerSentence } from "./offer-words";
import { withEnd } from "./with-end";

/** Most looks of offers at pieces that the hints of one answer may take, before no further hint is tried. */
const MOST_LOOKS = 1_000_000;

/**
 * Sentences about offers that take nothing of lines yet because something is missing, such as "One more pair of gloves: the third at half". Each
 * is tried on the lines with the pieces that it asks for, and is told only if its offer then takes and the offers together take more than before:
 * an offer takes its pieces out of those below it. `until` are the ends that are told, by offer.
 */
export function hintsIn(
  running: readonly Offer[],
  lines: readonly OfferedLine[],
  { given, not }: AppliedOffers,
  until: ReadonlyMap<string, string> = new Map(),
): string[] {
  const before = sum(given.map(({ amount }) => amount));
  let looks = 0;
  const applied = (all: readonly OfferedLine[]) => {
    looks += running.length * all.reduce((count, { quantity }) => count + quantity, 0);
    return appliedAtListed(running, all);
  };
  return not.flatMap(({ offer: id, why }) => {
    const offer = running.find((each) => each.id === id);
    const sentence = offer && missingSentence(offer, why);
    if (!sentence || looks >= MOST_LOOKS || !isGain(offer, why, { lines, before, applied })) return [];
    return [withEnd(sentence, until.get(id))];
  });
}

/**
 * Sentences about offers that take nothing of lines because offers above them have the goods, one for each of those that have them:
 * shoppers read the sentences of both at the product.
 */
export function lostIn(
  running: readonly Offer[],
  lines: readonly OfferedLine[],
  { given, not }: AppliedOffers,
): string[] {
  const lost = not.flatMap(({ offer: id, why }) => {
    const offer = why.why === "taken" && running.find((each) => each.id === id);
    if (!offer) return [];
    const own = [offer.goods, ...(offer.rule.kind === "buy-get" && offer.rule.gets ? [offer.rule.gets] : [])];
    const isOwn = lines.map((line) => !line.isPresent && own.some((goods) => isAmong(goods, line)));
    const winners = given.filter(({ shares }) => shares.some((amount, at) => amount > 0 && isOwn[at]));
    return winners.length > 0 ? [{ sentence: offerSentence(offer), by: winners.map(({ sentence }) => sentence) }] : [];
  });
  const byWinners = Map.groupBy(lost, ({ by }) => by.join("\n"));
  return [...byWinners.values()].map((group) => {
    const names = [...new Set(group.map(({ sentence }) => sentence))];
    const verb = names.length === 1 ? "does" : "do";
    return `${listed(names)} ${verb} not come on top: the goods have ${listed([...new Set(group[0]?.by)])}.`;
  });
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(" and ");

interface Trial {
  lines: readonly OfferedLine[];
  /** Amount that all offers take off the lines. */
  before: Cents;
  applied: (all: readonly OfferedLine[]) => AppliedOffers;
}

/** Whether the offers take more once the lines have what is missing for one of them. */
function isGain(offer: Offer, why: WhyNot, { lines, before, applied }: Trial): boolean {
  const asked = addedFor(offer, why, lines);
  if (!asked) return false;
  const { given, not } = applied([...lines, asked.line]);
  const own = given.find((each) => each.offer === offer.id);
  const after = sum(given.map(({ amount }) => amount));
  if (own) return asked.isPriceKnown ? after > before : after - own.amount >= before;
  const still = not.find((each) => each.offer === offer.id)?.why;
  // The worth of a present or a reward is not set against what other offers take less.
  if (still?.why === "present-not-in-bag") return after >= before;
  return still?.why === "reward-missing" && why.why !== "reward-missing" && isFollowed();

  /** Whether the offer takes something with its reward, too, after pieces that are bought for it. */
  function isFollowed(): boolean {
    const reward = still && addedFor(offer, still, lines);
    if (!reward || !asked) return false;
    const { given: all } = applied([...lines, asked.line, reward.line]);
    const taken = all.find((each) => each.offer === offer.id);
    return taken !== undefined && sum(all.map(({ amount }) => amount)) - taken.amount >= before;
  }
}

/** Pieces that a rider adds for an offer; their price may be unknown, if the lines have none of such goods. */
interface Added {
  line: OfferedLine;
  isPriceKnown: boolean;
}

/** Pieces of what is missing for an offer, as the cheapest of its goods among the lines; null for other reasons. */
function addedFor({ rule, goods }: Offer, why: WhyNot, lines: readonly OfferedLine[]): Added | null {
  switch (why.why) {
    case "value-missing":
      return addedOf(goods, lines, { quantity: 1, price: why.value });
    case "pieces-missing":
      return addedOf(goods, lines, { quantity: why.pieces });
    case "reward-missing":
      return addedOf((rule.kind === "buy-get" && rule.gets) || goods, lines, { quantity: why.pieces });
    default:
      return null;
  }
}

function addedOf(
  of: OfferGoods,
  lines: readonly OfferedLine[],
  { quantity, price }: { quantity: number; price?: Cents },
): Added {
  const sold = lines.filter((line) => !line.isPresent && !isGiftCardLine(line)).map(atListedPrice);
  const byPrice = sold.toSorted((a, b) => a.price - b.price);
  const like = byPrice.find((line) => isAmong(of, line));
  const named = { categories: of.categoryIds.slice(0, 1), ...(of.productIds[0] && { product: of.productIds[0] }) };
  const own = like ?? { ...named, price: byPrice[0]?.price ?? cents(0) };
  return { line: { ...own, quantity, price: price ?? own.price }, isPriceKnown: like !== undefined };
}
