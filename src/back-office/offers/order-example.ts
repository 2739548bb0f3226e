import { type Cents, cents, formatCents, formatRound } from "~/shop/money";
import { appliedAtListed } from "~/shop/offers/apply-offers";
import { isAmong, type Offer } from "~/shop/offers/offer";
import { offerSentence } from "~/shop/offers/offer-words";
import { lineTotal, type OfferedLine } from "~/shop/price";

/** Offers of a list that are tried against each other, from its top. */
const MOST_TRIED = 20;

/**
 * Sentences that show by two offers of the list what their order does: a bag of which the upper one leaves nothing for the lower one. Null
 * if no two offers meet like that.
 */
export function orderExample(offers: readonly Offer[]): string | null {
  const tried = offers.filter(({ rule }) => rule.kind !== "present" && (rule.kind !== "buy-get" || !rule.gets));
  for (const [at, lower] of tried.slice(0, MOST_TRIED).entries())
    for (const upper of tried.slice(0, at)) {
      const words = exampleOf(upper, lower);
      if (words) return words;
    }
  return null;
}

function exampleOf(upper: Offer, lower: Offer): string | null {
  const line = bagFor(upper, lower);
  if (!line) return null;
  const [now, turned] = [takenOf([upper, lower], line), takenOf([lower, upper], line)];
  const [first, second] = [now.get(upper.id), turned.get(lower.id)];
  if (!first || !second || now.has(lower.id)) return null;
  const bag = `${line.quantity === 1 ? "One piece" : `${line.quantity} pieces`} for ${formatRound(lineTotal(line))}`;
  const rest = turned.get(upper.id);
  return [
    `The order matters. ${bag}: ${named(upper)} takes ${formatCents(first)}, and ${named(lower)} takes nothing, because the pieces are taken.`,
    `The other way round ${named(lower)} takes ${formatCents(second)}, and ${named(upper)} ${rest ? formatCents(rest) : "nothing"}.`,
  ].join(" ");
}

const named = (offer: Offer): string => `"${offerSentence(offer)}"`;

const takenOf = (offers: readonly Offer[], line: OfferedLine): ReadonlyMap<string, Cents> =>
  new Map(appliedAtListed(offers, [line]).given.map(({ offer, amount }) => [offer, amount]));

/** Pieces of goods that both offers name, as many and as dear as both ask for; null if they name none together. */
function bagFor(...offers: [Offer, Offer]): OfferedLine | null {
  const quantity = Math.max(...offers.map(piecesFor));
  const value = Math.max(
    50_00 * quantity,
    ...offers.map(({ rule }) => (rule.kind === "off-from-value" ? rule.from : 0)),
  );
  const price = cents(Math.ceil(value / quantity / 10_00) * 10_00);
  const kinds = offers.flatMap(({ goods: { productIds, categoryIds } }) => [
    ...productIds.map((product) => ({ product })),
    ...categoryIds.map((category) => ({ categories: [category] })),
  ]);
  const kind = [{}, ...kinds].find((of) => offers.every(({ goods }) => isAmong(goods, of)));
  return kind ? { ...kind, quantity, price } : null;
}

function piecesFor({ rule }: Offer): number {
  if (rule.kind === "off-from-pieces") return rule.pieces;
  return rule.kind === "buy-get" ? rule.buy + rule.get : 1;
}
