import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jo, sam, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { countedAddress } from "~/shop/form-submission";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { validDiscount } from "./discounts.server";
import { createNewsletterCode } from "./newsletter-code.server";
import { discountCodes, discountUses } from "./discounts.tables";

const shop = await openTestShop();
const { db } = shop;
const now = new Date("2026-11-21T12:00:00Z");

const isValid = (code: string, email?: string, orderValue = 100_00) =>
  validDiscount(db, code, { email, orderValue: cents(orderValue), now }).then(
    ({ kind }) => kind,
    (refusal: { code: string }) => refusal.code,
  );

test("a code is valid from its start inclusive to its end exclusive", async () => {
  const code = { kind: "free-delivery", startsAt: now, endsAt: new Date(now.getTime() + 1) } as const;
  await db.insert(discountCodes).values({ ...code, code: "WINDOW" });

  expect(await isValid("WINDOW")).toBe("free-delivery");
  await db.update(discountCodes).set({ endsAt: now }).where(eq(discountCodes.code, "WINDOW"));
  expect(await isValid("WINDOW")).toBe("code-expired");
});

test("an order value equal to the minimum is accepted, and the refusal of a lower value states the minimum", async () => {
  await db.insert(discountCodes).values({ code: "FROM50", kind: "percent", percent: 10, minimum: cents(50_00) });

  expect(await isValid("FROM50", jo.email, 50_00)).toBe("percent");
  await expect(validDiscount(db, "FROM50", { orderValue: cents(49_99), now })).rejects.toMatchObject({
    code: "code-minimum",
    details: { minimum: 50 },
  });
});

test("a code that is limited to one use per address is still valid for another address", async () => {
  await db.insert(discountCodes).values({ code: "PERRIDER", kind: "percent", percent: 10, oncePerEmail: true });
  await db.insert(discountUses).values({ code: "PERRIDER", orderNumber: "10000001", email: jo.email });

  expect(await isValid("PERRIDER", jo.email.toUpperCase())).toBe("code-used");
  expect(await isValid("PERRIDER", sam.email)).toBe("percent");
});

test.each([
  ["jo.delacroix+1@example.com", "jo.delacroix@example.com"],
  ["Jo.Delacroix+a+b@Example.com", "jo.delacroix+c@example.com"],
  ["r.i.der+x@gmail.com", "Rider@googlemail.com"],
])("after the code was used by %s, the same mailbox written as %s cannot use it", async (first, second) => {
  const code = `ONCE${first.length}${second.length}`;
  await db.insert(discountCodes).values({ code, kind: "percent", percent: 10, oncePerEmail: true });
  await db.insert(discountUses).values({ code, orderNumber: String(20000000 + first.length), email: first });

  expect(await isValid(code, second)).toBe("code-used");
  expect(await isValid(code, `other.${second}`)).toBe("percent");
});

test("the SQL function `mailbox_of` and `countedAddress` compute the same mailbox for every address", async () => {
  const letter = fc.constantFrom("a", "B", ".", "+", "1", "-", "_", "'");
  const local = fc.array(letter, { minLength: 1, maxLength: 8 }).map((letters) => letters.join(""));
  const domain = fc.constantFrom("example.com", "GMAIL.com", "googlemail.com", "gmail.com.example", "a+b.example");
  const addresses = fc.sample(fc.tuple(local, domain), 300).map(([own, at]) => `${own}@${at}`);
  const { rows } = await db.execute<{ address: string; mailbox: string }>(
    sql`select address, mailbox_of(address) as mailbox from json_array_elements_text(${JSON.stringify(addresses)}::json) address`,
  );
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(rows.map(({ address }) => countedAddress(address)));
});

test("a newsletter code is valid for its mailbox, with or without a tag in the address at the checkout", async () => {
  const code = await db.transaction((tx) => createNewsletterCode(tx, "tagged+news@example.com", 5));
  expect(await isValid(code, "Tagged@example.com")).toBe("percent");
  expect(await isValid(code, "untagged@example.com")).toBe("code-of-another");
});

test("a newsletter code is valid once, for the address it was created for", async () => {
  const code = await db.transaction((tx) => createNewsletterCode(tx, "Jo.Delacroix@Example.com", 5));
  const discount = { kind: "percent", code, percent: 5 } as const;
  const tee: [string, string, string] = ["Sprocket Tee", "M", "Ash"];

  expect(await isValid(code, sam.email)).toBe("code-of-another");
  expect(await isValid(code)).toBe("percent");
  const { amount } = await draftOrder(shop, await draftRequestFor(shop, [tee], { discount }));
  expect(amount).toBe(36_00 - 1_80 + 3_99);
  expect(await isValid(code, jo.email)).toBe("code-used");
});

test("when ten shoppers order at the same time with a code limited to three uses, three orders get it", async () => {
  await db.insert(discountCodes).values({ code: "THREE", kind: "percent", percent: 10, mostUses: 3 });
  const discount = { kind: "percent", code: "THREE", percent: 10 } as const;
  const wish = await draftRequestFor(shop, [["Wrench Henley", "S", "Olive"]], { discount });

  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, position) =>
      draftOrder(shop, { ...wish, customer: { ...jo, email: `rider${position}@example.com` } }),
    ),
  );

  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await db.$count(discountUses, eq(discountUses.code, "THREE"))).toBe(3);
});
