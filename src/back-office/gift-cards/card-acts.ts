/** Acts on a card that have no fields besides a reason, by the end of their address. */
export type CardAct = "send-again" | "replace" | "close" | "open";

/** A card as the page of an act tells of it. */
interface ToldCard {
  balance: string;
  /** Balance that can be spent now; null for nothing, about which no letter leaves. */
  left: string | null;
  email: string | null;
  /** Day for which its letter waits. */
  waitsFor: string | null;
  /** Order whose money the card has as store credit, as members read its number; null for other cards. */
  creditOf: string | null;
}

interface ActWords {
  /** Begins the title, before the card. */
  title: string;
  says(card: ToldCard): string;
  note: string;
  button: string;
  asksWhy: boolean;
  look: "main" | "rust";
}

/** Sentence about a letter that does not leave now. */
export const NO_LETTER = "No letter leaves while nothing on it can be spent.";

function letterTo({ email, left, waitsFor }: ToldCard): string {
  if (email === null) return "The card has no address, so no letter leaves until you add one.";
  if (left === null) return NO_LETTER;
  return `The letter goes to ${email}${waitsFor === null ? "" : ` on ${waitsFor}`}.`;
}

/** Sentence about a letter that waits for its day, and leaves now. */
const insteadOf = ({ waitsFor }: Pick<ToldCard, "waitsFor">): string =>
  waitsFor === null ? "" : ` It leaves now, and not on ${waitsFor}.`;

export const cardActs: Record<CardAct, ActWords> = {
  "send-again": {
    title: "Send again",
    says: ({ left, ...card }) =>
      left === null
        ? NO_LETTER
        : `${letterTo({ ...card, left, waitsFor: null })}${insteadOf(card)} It has the same code, and says that the card is worth ${left}.`,
    note: "A letter cannot be taken back.",
    button: "Send the letter",
    asksWhy: false,
    look: "main",
  },
  replace: {
    title: "Replace the code of",
    says: (card) =>
      `The card gets another code and keeps its ${card.balance}. The former code is worth nothing from then on. ${letterTo(card)}`,
    note: "Asks for a passkey or a code. It cannot be taken back.",
    button: "Replace the code",
    asksWhy: true,
    look: "rust",
  },
  close: {
    title: "Close",
    says: ({ balance, creditOf }) =>
      [
        `No order can use the card's ${balance} any more. What an unpaid order holds of it is still taken when that order is paid.`,
        creditOf !== null &&
          `It was given as store credit for order ${creditOf}. Closing it moves no money: that refund stays made, the ${balance} stays with you and stays owed to the shopper, and the order's page cannot refund it once more. If it is to go back the way it was paid after all, refund it in the account of your payment provider: the shop sees that, and keeps the card closed.`,
      ]
        .filter(Boolean)
        .join(" "),
    note: "You can open it again.",
    button: "Close the card",
    asksWhy: true,
    look: "main",
  },
  open: {
    title: "Open again",
    says: ({ balance }) =>
      `Orders can use the card's ${balance} again. A letter whose day has come meanwhile leaves now.`,
    note: "You can close it again.",
    button: "Open the card",
    asksWhy: false,
    look: "main",
  },
};
