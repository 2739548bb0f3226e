import { bagStore } from "~/shop/bag/bag-store";
import { postJson } from "~/shop/post-json";
import { MyInformation } from "../checkout-fields";
import { progressStore } from "../checkout-store";

/** Milliseconds without a change after which the shop is told of one. */
const REST_MS = 1500;

/** Text of what the shop was told last. */
let told = "";
let isWatching = false;
let waiting: ReturnType<typeof setTimeout> | undefined;
/** End of the last request: one after the other, so that the last word is the shopper's. */
let last: Promise<unknown> = Promise.resolve();

/** Tells the shop of the ticked box now, and of changes of bag and e-mail address from now on. */
export function tellReminder(): void {
  tell();
  if (isWatching) return;
  isWatching = true;
  bagStore.subscribe(tellSoon);
  progressStore.subscribe(tellSoon);
}

/**
 * Deletes the reminder of a box that was unticked.
 *
 * @throws when the shop does not answer.
 */
export async function endReminder(key: string | undefined): Promise<void> {
  clearTimeout(waiting);
  told = "";
  await post("/api/reminders/end", { key });
}

function tellSoon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(tell, REST_MS);
}

function tell(): void {
  const { fields, reminder: key } = progressStore.read();
  const { success, data: email } = MyInformation.shape.email.safeParse(fields.email);
  if (!key || !success) return;
  const items = bagStore.read().map(({ product, size, color, quantity }) => ({ product, size, color, quantity }));
  const news = { key, email, items };
  const text = JSON.stringify(news);
  if (text === told) return;
  told = text;
  // News that did not arrive are sent with the next change.
  post("/api/reminders", news).catch(() => {
    told = "";
  });
}

function post(address: string, body: object): Promise<unknown> {
  const request = last.then(() => postJson(address, body));
  last = request.catch(() => undefined);
  return request;
}
