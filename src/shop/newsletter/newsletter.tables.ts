import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { SubscriptionSource } from "./subscription-source";

/** Subscriptions. Rows of those who left are kept, so that they get no second welcome code. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    email: text().primaryKey(),
    /** Id in the log, which contains no addresses. */
    id: integer().notNull().unique().generatedAlwaysAsIdentity(),
    code: text(),
    /** Mailbox of the address, as `countedAddress` computes it. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    /** The secret in the unsubscribe link. */
    token: text().notNull().unique(),
    /** Form it came by; unset for old rows. */
    source: text().$type<SubscriptionSource>(),
    version: integer().notNull().default(1),
    subscribedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    unsubscribedAt: timestamp({ withTimezone: true }),
  },
  (subscription) => [index().on(subscription.subscribedAt, subscription.id), index().on(subscription.mailbox)],
);

mark(subscriptions, {
  personal: "email mailbox",
  content: "code source subscribedAt unsubscribedAt",
  technical: "id token version",
});
