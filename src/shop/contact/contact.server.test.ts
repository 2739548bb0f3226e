import { beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { contactJobs } from "./contact.jobs";
import { type AboutMessage, storeMessage } from "./contact.server";
import { messages } from "./contact.tables";

const shop = await openTestShop();
const today = new Date("2026-11-21T10:00:00Z");
const message = { name: "Jo Delacroix", email: "jo@example.com", message: "Do the boots run small?" };

beforeEach(async () => {
  await shop.db.delete(messages);
  shop.enqueued.length = 0;
});

test("a message is stored and two letters are enqueued: one to its sender, one to the shop (R-7-16, R-2.15-05)", async () => {
  await storeMessage(shop, message, today);

  expect(await shop.db.select().from(messages)).toMatchObject([message]);
  expect(shop.enqueued.toSorted()).toEqual(["acknowledge-message", "forward-message"]);
});

test("a message with the same text on the same day is stored once, however often it is sent", async () => {
  await Promise.all(Array.from({ length: 10 }, () => storeMessage(shop, message, today)));
  await storeMessage(shop, { ...message, message: " Do the boots  run small?\n" }, today);

  expect(await shop.db.$count(messages)).toBe(1);
  expect(shop.enqueued).toHaveLength(2);
});

test("the same message sent on the next day is stored again", async () => {
  await storeMessage(shop, message, today);
  await storeMessage(shop, message, new Date("2026-11-22T10:00:00Z"));

  expect(await shop.db.$count(messages)).toBe(2);
});

test("the acknowledgement to the sender quotes nothing of the message, since the address may belong to a stranger", async () => {
  const work = new Map<string, (payload: AboutMessage) => Promise<void>>();
  const jobs = { ...shop.jobs, work: async (name: string, handler: never) => void work.set(name, handler) };
  await contactJobs({ ...shop, jobs });
  const spam = { name: "Buy pills", email: "victim@example.com", message: "at https://evil.example <b>now</b>" };
  await storeMessage(shop, spam, today);
  const [kept] = await shop.db.select().from(messages);

  for (const handle of work.values()) await handle({ id: kept?.id ?? 0 });

  const [toSender, toShop] = [spam.email, shop.settings().supportEmail].map((to) =>
    shop.letters.find((letter) => letter.to === to),
  );
  const { to: _, ...written } = toSender ?? {};
  expect(JSON.stringify(written)).not.toMatch(/pills|evil|now<|victim/);
  expect(toSender?.text).toContain("within 2 business days");
  expect(toShop?.replyTo).toBe(spam.email);
  expect(toShop?.html).not.toContain("<b>now</b>");
  expect(toShop?.text).toContain("at https://evil.example <b>now</b>");
});
