import { flag, list, maybe, number, read, shape, text } from "~/shop/json-shape";
import { centsOfDollars } from "~/shop/money";
import { postJson } from "~/shop/post-json";
import { type KnownOffers, linesIn, offersStore } from "./offers-store";

const line = {
  product: text(),
  name: text(),
  size: text(),
  color: text(),
  image: text(),
  quantity: number(),
  price: number(),
};
const answer = shape({
  given: list(shape({ offer: text(), sentence: text(), amount: number(), shares: list(number()) })),
  missing: list(text()),
  withoutCodes: maybe(flag),
  lines: list(shape({ ...line, present: maybe(flag) })),
  soldOut: list(text()),
});

/** The lines that were asked about last, so that an earlier answer which comes late is not taken. */
let asked = "";

/**
 * Asks the shop what offers take off the lines of this text. If it does not answer, they take nothing here, and the shop says the right
 * total when the order is to be paid.
 */
export async function askOffers(about: string): Promise<void> {
  asked = about;
  const items = linesIn(about);
  const found = read(answer, await postJson("/api/pay/offers", { items }).catch(() => undefined));
  if (asked === about) offersStore.change(() => (found ? knownIn(about, found) : { about, ...NOTHING }));
}

const NOTHING = { given: [], isWithoutCodes: false, missing: [], presents: [], soldOut: [] };

const knownIn = (
  about: string,
  { given, missing, withoutCodes, lines, soldOut }: ReturnType<typeof answer>,
): KnownOffers => ({
  about,
  given: given.map(({ amount, shares, ...offer }) => ({
    ...offer,
    amount: centsOfDollars(amount),
    shares: shares.map(centsOfDollars),
  })),
  isWithoutCodes: withoutCodes ?? false,
  missing,
  presents: lines.flatMap(({ present, price, ...own }) =>
    present ? [{ ...own, price: centsOfDollars(price), isPresent: true }] : [],
  ),
  soldOut,
});
