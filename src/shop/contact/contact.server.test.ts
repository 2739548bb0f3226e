import { beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/demo/test-shop.server";
import { written } from "~/platform/letter.server";
import { keepMessage } from "./contact.server";
import { messages } from "./contact.tables";
import { MessageReceived } from "./message-received.email";

const shop = await openTestShop();
const today = new Date("2026-11-21T10:00:00Z");
const message = { name: "Jo Delacroix", email: "jo@example.com", message: "Do the boots run small?" };

beforeEach(async () => {
  await shop.db.delete(messages);
  shop.asked.length = 0;
});

test("a message is kept and two letters are asked for: one to its sender, one to the shop (R-7-16, R-2.15-05)", async () => {
  await keepMessage(shop, message, today);

  expect(await shop.db.select().from(messages)).toMatchObject([message]);
  expect(shop.asked).toEqual(["acknowledge-message", "forward-message"]);
});

test("the same words on the same day are one message, however often they are sent", async () => {
  await Promise.all(Array.from({ length: 10 }, () => keepMessage(shop, message, today)));
  await keepMessage(shop, { ...message, message: " Do the boots  run small?\n" }, today);

  expect(await shop.db.$count(messages)).toBe(1);
  expect(shop.asked).toHaveLength(2);
});

test("asking again the next day is another message", async () => {
  await keepMessage(shop, message, today);
  await keepMessage(shop, message, new Date("2026-11-22T10:00:00Z"));

  expect(await shop.db.$count(messages)).toBe(2);
});

test("the letter to the sender repeats the words as they were typed, as text and not as markup", async () => {
  const typed = "Two questions:\n<b>one</b>\n\ntwo & a half";
  const letter = MessageReceived({
    name: "Jo",
    message: typed,
    settings: shop.settings(),
    address: "https://s.example",
  });

  const { html, text } = await written(letter);

  expect(html).not.toContain("<b>one</b>");
  expect(text).toContain("<b>one</b>");
  expect(text).toContain("within 2 business days");
});
