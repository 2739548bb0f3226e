import type { OfferRow } from "~/shop/bag/total-rows";
import { type Cents, cents, formatCents, sum } from "~/shop/money";

interface ChangedOffersProps {
  told: readonly OfferRow[] | undefined;
  now: readonly OfferRow[] | undefined;
}

/** Names the offers that take another amount off an order than the shopper was told. */
export default function ChangedOffers({ told, now }: ChangedOffersProps) {
  return changedOfferWords(told, now).map((words) => <p key={words}>{words}</p>);
}

/** A sentence for each offer that ended, came, or takes another amount off goods than it was told to. */
export function changedOfferWords(told: readonly OfferRow[] = [], now: readonly OfferRow[] = []): string[] {
  const sentences = new Set([...told, ...now].map(({ sentence }) => sentence));
  return [...sentences].flatMap((sentence) => {
    const was = takenBy(told, sentence);
    const is = takenBy(now, sentence);
    const named = `"${sentence}"`;
    if (was === is) return [];
    if (is === null) return [was ? `${named} no longer takes off ${formatCents(was)}.` : `${named} no longer holds.`];
    if (was === null) return [is > 0 ? `${named} now takes off ${formatCents(is)}.` : `${named} now holds.`];
    return [`${named} now takes off ${formatCents(is)} instead of ${formatCents(was)}.`];
  });
}

/** Amount that the offers of a sentence take off goods, in cents: 0 for a present; null without such an offer. */
function takenBy(rows: readonly OfferRow[], sentence: string): Cents | null {
  const own = rows.filter((row) => row.sentence === sentence);
  return own.length > 0 ? sum(own.map(({ amount, ofPresents = 0 }) => cents(amount - ofPresents))) : null;
}
