import { subscriptionRecord } from "~/shop/newsletter/subscribers.server";
import { counted } from "../count-texts";
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
};

/** Log kind of acts that end requests for back-in-stock letters. */
export const stockRequestsKind: LogKind = {
  kind: "stock-requests",
  title: "Letters about goods",
  words: ({ old }) => ({
    what: "Letters about goods",
    from: `${counted(Number(old), "letter")} asked for`,
    to: "Stopped",
  }),
};
