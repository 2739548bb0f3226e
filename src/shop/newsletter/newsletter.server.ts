import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { createNewsletterCode } from "~/shop/discounts/newsletter-code.server";
import { lockFor } from "~/shop/audit/once.server";
import { countedAddress } from "~/shop/form-submission";
import { enqueueFormLetter } from "~/shop/form-limits.server";
import { letterPace } from "~/shop/strangers-letters.server";
import { consentWords, keptWords } from "./consent.server";
import { endedHashes, endedRow } from "./ended-letters.server";
import { signOf } from "~/shop/letter-endings.server";
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

type Shop = Pick<Services, "db" | "jobs" | "settings" | "sealer">;

/**
 * Subscribes an e-mail address and enqueues its welcome letter; keeps moment, place and words of the consent. Each mailbox gets one code,
 * whatever tags its address has. Existing subscribers get no further letter; the response does not reveal them. An address that has
 * reached its daily number of letters is not subscribed, so that it can try again another day. `isSlow`: the letter goes later in the day.
 */
export async function subscribe(
  shop: Shop,
  email: string,
  source: SubscriptionSource = "page",
  network?: string,
): Promise<{ isSlow: boolean }> {
  const words = await consentWords(shop, source);
  const hashes = endedHashes(signOf(shop), email);
  return shop.db.transaction(async (tx) => {
    const now = new Date();
    const { isSlow, startAfter } = await letterPace(tx, { email, network }, now);
    await lockFor(tx, `mailbox ${countedAddress(email)}`);
    const [known] = await tx
      .select()
      .from(subscriptions)
      .where(or(eq(subscriptions.email, email), eq(subscriptions.addressHash, hashes.addressHash)))
      .for("update");
    if (known && !known.unsubscribedAt) return { isSlow };
    const since = now.toISOString();
    const welcome = { name: WELCOME_SUBSCRIBER, payload: { email, since }, key: `${email} ${since}` };
    if ((await enqueueFormLetter(shop, tx, { email, network, startAfter }, welcome)) > 0) return { isSlow };
    const consent = {
      email,
      addressHash: null,
      mailboxHash: null,
      source,
      wordsDigest: await keptWords(tx, words),
      subscribedAt: now,
      unsubscribedAt: null,
      code:
        known?.code ??
        (await codeOfMailbox(tx, email, hashes.mailboxHash)) ??
        (await createNewsletterCode(tx, email, shop.settings().newsletterPercent)),
    };
    if (known) await tx.update(subscriptions).set(consent).where(eq(subscriptions.id, known.id));
    else await tx.insert(subscriptions).values({ ...consent, token: randomBytes(24).toString("base64url") });
    return { isSlow };
  });
}

/** Code that the same mailbox has by another tagged address, also by one that ended the letters. */
async function codeOfMailbox(tx: Transaction, email: string, mailboxHash: string): Promise<string | null | undefined> {
  const isMailbox = or(eq(subscriptions.mailbox, countedAddress(email)), eq(subscriptions.mailboxHash, mailboxHash));
  const [known] = await tx
    .select({ code: subscriptions.code })
    .from(subscriptions)
    .where(and(isMailbox, isNotNull(subscriptions.code)))
    .orderBy(subscriptions.id)
    .limit(1);
  return known?.code;
}

/** Active subscription of an address, with its code and the token of its unsubscribe link. */
export async function subscriptionOf(
  db: Database,
  email: string,
): Promise<{ code: string | null; token: string } | undefined> {
  const [row] = await db
    .select({ code: subscriptions.code, token: subscriptions.token })
    .from(subscriptions)
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.unsubscribedAt)));
  return row;
}

/** Whether the token of an unsubscribe link exists. */
export async function isSubscriptionToken(db: Database, token: string): Promise<boolean> {
  const rows = await db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.token, token));
  return rows.length > 0;
}

/** Unsubscribes the owner of a link and forgets the address; repeating it changes nothing. Returns false for an unknown link. */
export async function unsubscribe(services: Pick<Services, "db" | "sealer">, token: string): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: subscriptions.id, email: subscriptions.email })
      .from(subscriptions)
      .where(eq(subscriptions.token, token))
      .for("update");
    if (row && row.email !== null)
      await tx
        .update(subscriptions)
        .set({ ...endedRow(signOf(services), row.email), unsubscribedAt: sql`now()` })
        .where(eq(subscriptions.id, row.id));
    return row !== undefined;
  });
}
