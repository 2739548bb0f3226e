import { expect, test } from "vitest";
import { jo } from "~/testing/riders.server";
import { sendConfirmation } from "./order-letters.server";
import { settleOrder } from "../settling/settle-order.server";
import { openPaidDrafts } from "~/testing/paid-drafts.server";

const { shop, paidDraft } = await openPaidDrafts();

test("the confirmation is sent once, however often its job runs", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);

  await Promise.all([sendConfirmation(shop, number), sendConfirmation(shop, number)]);
  await sendConfirmation(shop, number);

  expect(shop.letters.filter(({ key }) => key === `order-confirmed-${number}`)).toMatchObject([
    { to: jo.email, subject: expect.stringMatching(/^Order confirmed: #\d{4} \d{4}$/) },
  ]);
});

test("a letter whose sending failed is sent by the next attempt", async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);
  const broken = { ...shop, mail: { ...shop.mail, send: () => Promise.reject(new Error("no mail server")) } };
  await expect(sendConfirmation(broken, number)).rejects.toThrow("no mail server");

  await sendConfirmation(shop, number);

  expect(shop.letters.filter(({ key }) => key === `order-confirmed-${number}`)).toHaveLength(1);
});
