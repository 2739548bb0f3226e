import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { SubscriptionSource } from "./subscription-source";

/** Newsletter subscriptions. Rows of former subscribers are kept, so that they get no second welcome code. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    email: text().primaryKey(),
    /** Id in the log, which must not contain e-mail addresses. */
    id: integer().notNull().unique().generatedAlwaysAsIdentity(),
    code: text(),
    /** Mailbox of the e-mail address, equal to the result of `countedAddress`. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    /** Secret token in the unsubscribe link. */
    token: text().notNull().unique(),
    /** Form that the subscription came from; null for old rows. */
    source: text().$type<SubscriptionSource>(),
    version: integer().notNull().default(1),
    subscribedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    unsubscribedAt: timestamp({ withTimezone: true }),
  },
  (subscription) => [index().on(subscription.subscribedAt, subscription.id), index().on(subscription.mailbox)],
);

mark(subscriptions, {
  personal: { email: "row", mailbox: "row" },
  whose: { email: "email", copied: { as: "Newsletter", with: "code source subscribedAt unsubscribedAt" } },
  content: "code source subscribedAt unsubscribedAt",
  technical: "id token version",
});
