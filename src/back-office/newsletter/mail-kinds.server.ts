import { subscriptionRecord } from "~/shop/newsletter/subscribers.server";
import type { AskingLetter } from "~/shop/asking-letters";
import { counted } from "../count-words";
import type { LogKind } from "../log/log-kind";

const standing = (leftAt: unknown): string => (leftAt === null ? "On the list" : "Off the list");

/** Log kind of newsletter subscriptions. The log does not show their e-mail addresses; only the list of subscribers does. */
export const subscriptionKind: LogKind = {
  record: subscriptionRecord,
  title: "Newsletter",
  words: ({ old, new: now }) => ({
    what: "A subscription",
    from: standing(old),
    to: standing(now),
    way: "/newsletter",
  }),
  sentence({ action, changes: [first] }) {
    if (!first) return undefined;
    const said = first.new === null ? "gets the newsletter" : "gets no newsletter any more";
    return action === "undo" ? `Taken back: the subscriber ${said}.` : `The subscriber ${said}.`;
  },
  edits: { noun: ["subscription", "subscriptions"], field: () => "standing" },
};

export const newsletterListKind: LogKind = {
  kind: "newsletter-list",
  title: "Newsletter exports",
  words: ({ new: now }) => ({
    what: "The newsletter's list",
    from: "Here",
    to: `Exported, ${counted(Number(now), "address", "addresses")}`,
    way: "/newsletter",
  }),
  sentence: ({ changes: [first] }) =>
    `The newsletter's list is exported: ${counted(Number(first?.new ?? 0), "address", "addresses")}.`,
};

/** Fields of the log for the end of letters that ask for something, with their names. */
export const endedLetters: Record<AskingLetter, { field: string; name: string }> = {
  review: { field: "reviews", name: "Letters that ask for reviews" },
  reminder: { field: "reminders", name: "Reminders of unfinished checkouts" },
};
const endedIn = (field: string) => Object.values(endedLetters).find((each) => each.field === field);

/** Log kind of acts that end requests for back-in-stock letters, and letters that ask for something. */
export const stockRequestsKind: LogKind = {
  kind: "stock-requests",
  title: "Letters about goods",
  words: ({ field, old }) => {
    const ended = endedIn(field);
    return ended
      ? { what: ended.name, from: "Asked", to: "Stopped" }
      : { what: "Letters about goods", from: `${counted(Number(old), "letter")} asked for`, to: "Stopped" };
  },
  sentence: ({ changes }) =>
    changes
      .map(({ field, old }) => {
        const ended = endedIn(field);
        return ended
          ? `${ended.name} are stopped.`
          : `${counted(Number(old ?? 0), "letter about goods is", "letters about goods are")} stopped.`;
      })
      .join(" "),
};
