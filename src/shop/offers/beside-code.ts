import { cents, sum } from "~/shop/money";
import { lineTotal, type OfferedLine, type OffersOn, type OffersTaken } from "~/shop/price";

/**
 * Amounts that offers take off lines, as the sum of an order asks it: at most the price that each line has after a member's
 * reduction. If one of the offers is not together with codes, an order has either all offers or the code, whichever gives more; the
 * offers if both give the same.
 */
export const besideCode =
  (take: (lines: readonly OfferedLine[]) => OffersTaken): OffersOn =>
  (lines, beside) => {
    const taken = take(lines);
    const capped = { ...taken, given: cappedAt(lines, taken) };
    const { reduction = null, givenBy } = beside ?? {};
    if (reduction === null || !givenBy || !taken.isWithoutCodes || taken.given.length === 0) return capped;
    // Without offers there is no present that the code could reduce.
    const own = lines.map((line) => (line.isPresent ? { ...line, quantity: 0 } : line));
    const isByCode = givenBy(own, reduction, null) > givenBy(lines, null, capped);
    return isByCode ? { given: [], presents: [], isWithoutCodes: false } : { ...capped, isCodeLeftOut: true };
  };

function cappedAt(lines: readonly OfferedLine[], { given }: OffersTaken): OffersTaken["given"] {
  const rest: number[] = lines.map(lineTotal);
  return given.map((offer) => {
    const shares = offer.shares.map((amount, at) => cents(Math.min(amount, rest[at] ?? 0)));
    for (const [at, amount] of shares.entries()) rest[at] = (rest[at] ?? 0) - amount;
    const amount = sum(shares);
    const { ofPresents } = offer;
    return { ...offer, shares, amount, ...(ofPresents && { ofPresents: cents(Math.min(ofPresents, amount)) }) };
  });
}
