import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { SubscriptionSource } from "./subscription-source";

/** Who is on the list. An address that left keeps its row, so that it gets no second welcome code. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    email: text().primaryKey(),
    /** Its name in the log, which holds no addresses. */
    id: integer().notNull().unique().generatedAlwaysAsIdentity(),
    code: text(),
    /** The mailbox that the address means, as `countedAddress` says it. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    /** The secret in the unsubscribe link. */
    token: text().notNull().unique(),
    /** The form that it came by; unset for those from before that was written down. */
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
