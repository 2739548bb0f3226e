import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { requestKey } from "~/shop/form-submission";
import { enqueueFormLetter } from "~/shop/form-limits.server";
import { letterPace } from "~/shop/strangers-letters.server";
import { messages } from "./contact.tables";
import type { Message } from "./message";

/** Name of the job queue that mails acknowledgements to senders. */
export const ACKNOWLEDGE_MESSAGE = "acknowledge-message";
/** Name of the job queue that mails copies to the shop's own address. */
export const FORWARD_MESSAGE = "forward-message";
export interface AboutMessage {
  id: number;
}

export type StoredMessage = typeof messages.$inferSelect;

/**
 * Stores a message and enqueues an acknowledgement and, with the setting `forwardMessages`, a copy for the shop. Both may go later
 * in the day (`isSlow`); members read the message at once. The acknowledgement is left out for an address that has had its daily
 * number of letters caused by that network. A message that an address repeats on the same day is stored once.
 */
export async function storeMessage(
  shop: Pick<Services, "db" | "jobs" | "settings">,
  { name, email, message }: Message,
  now: Date,
  network?: string,
): Promise<{ isSlow: boolean }> {
  const words = await requestKey("message", email, message, now.toISOString().slice(0, 10));
  return shop.db.transaction(async (tx) => {
    const { isSlow, startAfter } = await letterPace(tx, { email, network }, now);
    const [first] = await tx
      .insert(messages)
      .values({ name, email, message, requestKey: words })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    if (!first) return { isSlow };
    const key = String(first.id);
    if (shop.settings().forwardMessages)
      await shop.jobs.enqueue(tx, FORWARD_MESSAGE, first, { key, ...(startAfter > 0 && { startAfter }) });
    await enqueueFormLetter(
      shop,
      tx,
      { email, network, startAfter },
      { name: ACKNOWLEDGE_MESSAGE, payload: first, key },
    );
    return { isSlow };
  });
}

/** Key of a message's acknowledgement, from which its message id is made, so that answers can refer to it. */
export const receivedKey = (id: number): string => `message-received ${id}`;

/** Reads a message by its id; undefined for an unknown id. */
export async function messageById(db: Database, id: number): Promise<StoredMessage | undefined> {
  const [message] = await db.select().from(messages).where(eq(messages.id, id));
  return message;
}
