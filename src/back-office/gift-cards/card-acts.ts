/** Acts on a card that have no fields besides a reason, by the end of their address. */
export type CardAct = "send-again" | "replace" | "close" | "open";

interface ActWords {
  /** Begins the title, before the card. */
  title: string;
  says(card: { balance: string; email: string | null }): string;
  note: string;
  button: string;
  asksWhy: boolean;
  look: "main" | "rust";
}

const letterTo = (email: string | null): string =>
  email === null ? "The card has no address, so no letter leaves until you add one." : `The letter goes to ${email}.`;

export const cardActs: Record<CardAct, ActWords> = {
  "send-again": {
    title: "Send again",
    says: ({ balance, email }) => `${letterTo(email)} It has the same code, and says that ${balance} is on the card.`,
    note: "A letter cannot be taken back.",
    button: "Send the letter",
    asksWhy: false,
    look: "main",
  },
  replace: {
    title: "Replace the code of",
    says: ({ balance, email }) =>
      `The card gets another code and keeps its ${balance}. The former code is worth nothing from then on. ${letterTo(email)}`,
    note: "Asks for a passkey or a code. It cannot be taken back.",
    button: "Replace the code",
    asksWhy: true,
    look: "rust",
  },
  close: {
    title: "Close",
    says: ({ balance }) =>
      `No order can use the card's ${balance} any more. What an unpaid order holds of it is still taken when that order is paid.`,
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
