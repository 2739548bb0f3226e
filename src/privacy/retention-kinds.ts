import type { SettingPath } from "~/shop/settings";

/** Personal data that end by themselves, the setting with their period, its unit, and words for Today and the log. */
export const retentionKinds = {
  messages: { setting: "messagesKeptMonths", unit: "months", one: "message", many: "messages" },
  community: {
    setting: "signupsKeptMonths",
    unit: "months",
    one: "request to join the community",
    many: "requests to join the community",
  },
  drafts: {
    setting: "draftsKeptDays",
    unit: "days",
    one: "name and address of an order that was never paid",
    many: "names and addresses of orders that were never paid",
  },
  reminders: {
    setting: "remindersKeptDays",
    unit: "days",
    one: "reminder of an unfinished checkout",
    many: "reminders of unfinished checkouts",
  },
  orders: {
    setting: "orderNamesKeptMonths",
    unit: "months",
    one: "name and address of an order",
    many: "names and addresses of orders",
  },
} as const satisfies Record<string, { setting: SettingPath; unit: "months" | "days"; one: string; many: string }>;

export type RetentionKind = keyof typeof retentionKinds;
