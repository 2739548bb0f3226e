import { beforeEach, expect, test } from "vitest";
import { addToHour, loudHour } from "~/platform/hourly-sum.server";
import { rateLimits } from "~/platform/rate-limit.tables";
import { DAY, HOUR } from "~/platform/durations";
import { HOUR_OF_LETTERS } from "~/shop/strangers-letters.server";
import { officeAs } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";
import { HOUR_OF_QUESTIONS } from "./tax-answers.server";
import { enqueueTaxQuestions, sendTaxQuestions, type TellTaxQuestions } from "./tax.jobs";

const shop = await openTestShop();
const { db } = shop;
const now = new Date();
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const few = { name: "tries", most: 3 };

beforeEach(() => db.delete(rateLimits));

test("a sum of an hour counts over processes, is remembered for a day, and begins anew after an hour", async () => {
  const other = shop.anotherProcess().db;
  expect(await addToHour(db, few, now)).toBe(false);
  await Promise.all([addToHour(other, few, now), addToHour(db, few, now)]);
  expect(await loudHour(db, few, now)).toBeUndefined();
  expect(await addToHour(other, few, now)).toBe(true);
  expect(await addToHour(db, few, later(2 * HOUR))).toBe(false);
  expect(await loudHour(db, few, later(2 * HOUR))).toMatchObject({ times: 4 });
  expect(await loudHour(db, few, later(DAY))).toBeUndefined();
});

test("Today and one letter to each owner tell of an hour with many questions to the tax service", async () => {
  const owner = await testMember(shop, "owner");
  const today = () => officeAs(shop, memberAs("owner")).text("/");
  await enqueueTaxQuestions(shop, now);
  expect(shop.payloads).toEqual([]);
  expect(await today()).not.toContain("Stripe Tax is asked very often");

  for (let count = 0; count <= HOUR_OF_QUESTIONS.most; count += 1) await addToHour(db, HOUR_OF_QUESTIONS, now);
  await enqueueTaxQuestions(shop, now);
  expect(shop.payloads).toMatchObject([{ name: "tell-tax-questions", payload: { to: owner.email, times: 301 } }]);
  expect(await today()).toMatch(/Stripe Tax is asked very often 301 questions were sent within an hour/);

  await sendTaxQuestions(shop, shop.payloads[0]?.payload as TellTaxQuestions);
  expect(shop.letters[0]).toMatchObject({ to: owner.email, subject: "Stripe Tax is asked very often" });
  expect(shop.letters[0]?.text).toMatch(/More than 300 questions[\s\S]*Nothing was stopped/);
});

test("Today tells of an hour with very many first letters", async () => {
  for (let count = 0; count <= HOUR_OF_LETTERS.most; count += 1) await addToHour(db, HOUR_OF_LETTERS, now);
  expect(await officeAs(shop, memberAs("owner")).text("/")).toMatch(
    /Forms send letters to very many new addresses 201 first letters/,
  );
});
