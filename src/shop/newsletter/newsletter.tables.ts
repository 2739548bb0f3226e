import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { SubscriptionSource } from "./subscription-source";

/**
 * Newsletter subscriptions. Somebody who ended the letters is known by keyed hashes only (`endedLetters`), so that nothing writes to
 * them again and they get no second welcome code.
 */
export const subscriptions = pgTable(
  "subscriptions",
  {
    /** Id in the log, which must not contain e-mail addresses. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null once the letters were ended. A member who ends them can undo it, so that the address stays for that time. */
    email: text().unique(),
    code: text(),
    /** Mailbox of the e-mail address, equal to the result of `countedAddress`. */
    mailbox: text().generatedAlwaysAs(sql`mailbox_of(email)`),
    /** Keyed hash of the address of somebody who ended the letters; null while the address is known. */
    addressHash: text().unique("subscriptions_address_hash_unique"),
    /** Keyed hash of the mailbox of that address. */
    mailboxHash: text(),
    /** Secret token in the unsubscribe link. */
    token: text().notNull().unique(),
    /** Place of the consent; null for old rows. */
    source: text().$type<SubscriptionSource>(),
    /** Words that were agreed to; null for old rows. */
    wordsDigest: text().references(() => newsletterWords.digest),
    version: integer().notNull().default(1),
    /** Moment of the consent. */
    subscribedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    unsubscribedAt: timestamp({ withTimezone: true }),
  },
  (subscription) => [
    index().on(subscription.subscribedAt, subscription.id),
    index().on(subscription.mailbox),
    index().on(subscription.mailboxHash),
    check(
      "subscription_has_address_or_hashes",
      sql`num_nulls(${subscription.email}, ${subscription.addressHash}) = 1
        and (${subscription.addressHash} is null) = (${subscription.mailboxHash} is null)`,
    ),
    check(
      "subscription_without_address_has_ended",
      sql`${subscription.email} is not null or ${subscription.unsubscribedAt} is not null`,
    ),
  ],
);

mark(subscriptions, {
  personal: { email: "nulled", mailbox: "follows" },
  whose: {
    email: "email",
    copied: { as: "Newsletter", with: "code source wordsDigest subscribedAt unsubscribedAt" },
  },
  content: "code source wordsDigest subscribedAt unsubscribedAt",
  technical: "id token version addressHash mailboxHash",
});

/** Words of the newsletter's forms that somebody has agreed to, by their digest. */
export const newsletterWords = pgTable("newsletter_words", {
  digest: text().primaryKey(),
  words: text().notNull(),
  firstAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(newsletterWords, { content: "words firstAt", technical: "digest" });
