import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { createNewsletterCode } from "~/shop/discounts/newsletter-code.server";
import { lockFor } from "~/shop/audit/once.server";
import { countedAddress } from "~/shop/form-submission";
import { enqueueFormLetter } from "~/shop/form-limits.server";
import { letterPace } from "~/shop/strangers-letters.server";
import { subscriptions } from "./newsletter.tables";
import type { SubscriptionSource } from "./subscription-source";

/** Name of the job queue that sends the welcome letter. */
export const WELCOME_SUBSCRIBER = "welcome-subscriber";
export interface WelcomeSubscriber {
  email: string;
  /** Start of the subscription. A shopper who subscribes again later gets another letter with the same code. */
  since: string;
  /** Number of times that the letter was delayed because the shop had no postal address. */
  waited?: number;
}

/**
 * Subscribes an e-mail address and enqueues its welcome letter. Each mailbox gets one code, whatever tags its address has.
 * Existing subscribers get no further letter; the response does not reveal them. An address that has reached its daily number of
 * letters is not subscribed, so that it can try again another day. `isSlow`: the letter goes later in the day.
 */
export async function subscribe(
  shop: Pick<Services, "db" | "jobs" | "settings">,
  email: string,
  source: SubscriptionSource = "page",
  network?: string,
): Promise<{ isSlow: boolean }> {
  return shop.db.transaction(async (tx) => {
    const { isSlow, startAfter } = await letterPace(tx, { email, network }, new Date());
    const [added] = await tx
      .insert(subscriptions)
      .values({ email, source, token: randomBytes(24).toString("base64url") })
      .onConflictDoNothing()
      .returning({ since: subscriptions.subscribedAt });
    if (added) {
      const code =
        (await codeOfMailbox(tx, email)) ?? (await createNewsletterCode(tx, email, shop.settings().newsletterPercent));
      await tx.update(subscriptions).set({ code }).where(eq(subscriptions.email, email));
    }

    const [back] = added
      ? [added]
      : await tx
          .update(subscriptions)
          .set({ unsubscribedAt: null, subscribedAt: sql`now()`, source })
          .where(and(eq(subscriptions.email, email), isNotNull(subscriptions.unsubscribedAt)))
          .returning({ since: subscriptions.subscribedAt });
    if (!back) return { isSlow };
    const since = back.since.toISOString();
    const welcome = { name: WELCOME_SUBSCRIBER, payload: { email, since }, key: `${email} ${since}` };
    const wait = await enqueueFormLetter(shop, tx, { email, network, startAfter }, welcome);
    if (wait === 0) return { isSlow };
    // End the subscription, so that an attempt on another day sends the letter.
    await tx
      .update(subscriptions)
      .set({ unsubscribedAt: sql`now()` })
      .where(eq(subscriptions.email, email));
    return { isSlow };
  });
}

/** Code that the same mailbox has by another tagged address; concurrent requests wait until this transaction ends. */
async function codeOfMailbox(tx: Transaction, email: string): Promise<string | null | undefined> {
  const mailbox = countedAddress(email);
  await lockFor(tx, `mailbox ${mailbox}`);
  const [known] = await tx
    .select({ code: subscriptions.code })
    .from(subscriptions)
    .where(and(eq(subscriptions.mailbox, mailbox), isNotNull(subscriptions.code)))
    .orderBy(subscriptions.id)
    .limit(1);
  return known?.code;
}

/** Active subscription of an address, with its code and the token of its unsubscribe link. */
export async function subscriptionOf(
  db: Database,
  email: string,
): Promise<{ email: string; code: string | null; token: string } | undefined> {
  const [row] = await db
    .select({ email: subscriptions.email, code: subscriptions.code, token: subscriptions.token })
    .from(subscriptions)
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribedAt)));
  return row;
}

/** Whether the token of an unsubscribe link exists. */
export async function isSubscriptionToken(db: Database, token: string): Promise<boolean> {
  const rows = await db
    .select({ email: subscriptions.email })
    .from(subscriptions)
    .where(eq(subscriptions.token, token));
  return rows.length > 0;
}

/** Unsubscribes the owner of a link; repeating it only renews the date. Returns false for an unknown link. */
export async function unsubscribe(db: Database, token: string): Promise<boolean> {
  const rows = await db
    .update(subscriptions)
    .set({ unsubscribedAt: sql`now()` })
    .where(eq(subscriptions.token, token))
    .returning({ email: subscriptions.email });
  return rows.length > 0;
}
