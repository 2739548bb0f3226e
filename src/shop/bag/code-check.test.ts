import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { api } from "~/server/api";
import { allProducts } from "~/testing/all-products.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { attemptStore, currentAttempt } from "~/shop/checkout/attempt-store";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { jo } from "~/testing/riders.server";
import { lineFor } from "./bag";
import { checkBag } from "./refresh-bag";
import { bagStore } from "./bag-store";
import { checkCodeFor } from "./code-check";
import { codeStatus } from "./code-status";
import { discountStore, refusedCodeStore } from "./discount-store";

const shop = await openTestShop();
const app = api(shop);
const [JO, SAM] = ["jo.delacroix@example.com", "sam.oneil@example.com"];
await shop.db
  .insert(discountCodes)
  .values([{ code: "RIDEMINE", kind: "percent", percent: 10, email: JO, mostUses: 1, oncePerEmail: true }]);

const asked: { address: string; body: string }[] = [];
const answers: string[] = [];
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  asked.length = answers.length = 0;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push({ address, body: String(init.body) });
    const answer = await app.request(address.replace(/^\/api/, ""), init);
    answers.push(await answer.clone().text());
    return answer;
  });
  discountStore.change(() => ({ kind: "percent", code: "RIDEMINE", percent: 10 }));
  refusedCodeStore.change(() => null);
});
/** Opens the bag page with a tee in the bag, for a shopper with a known e-mail address. */
async function openedBag(email: string) {
  const everything = await allProducts(shop.db);
  const tee = everything.find(({ name }) => name === "Ride Dirty Tee");
  if (!tee) throw new Error("The demo shop does not sell the tee.");
  bagStore.change(() => [lineFor(tee, { size: "L", color: "Black" }, "")]);
  return checkBag(shop.settings(), email);
}
const standing = (email: string) => codeStatus(discountStore.read(), refusedCodeStore.read(), email);

test("a code of another e-mail address stays stored but is not applied, and is applied for the right address", async () => {
  expect(await checkCodeFor(SAM, cents(68_00))).toBe(true);
  expect(standing(SAM)).toEqual({
    counted: null,
    message: "This code works only with the e-mail address it was sent to.",
  });
  expect(discountStore.read()?.code).toBe("RIDEMINE");

  expect(await checkCodeFor(JO.toUpperCase(), cents(68_00))).toBe(false);
  expect(standing(JO.toUpperCase()).counted?.code).toBe("RIDEMINE");
});

test("no response contains the e-mail address of a code, and no request has one in its URL", async () => {
  await checkCodeFor(SAM, cents(68_00));

  expect(answers[0]).toContain("code-of-another");
  expect(answers.join()).not.toMatch(/delacroix|example\.com/i);
  expect(asked.map(({ address }) => address)).toEqual(["/api/discounts/check"]);
  expect(asked[0]?.body).toContain(SAM);
});

test("without a code no request is sent", async () => {
  discountStore.change(() => null);

  expect(await checkCodeFor(SAM, cents(68_00))).toBe(false);
  expect(asked).toEqual([]);
});

test("a failed check of the code changes nothing", async () => {
  await checkCodeFor(SAM, cents(68_00));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await checkCodeFor(SAM, cents(68_00));

  expect(standing(SAM).counted).toBeNull();
});

test("a code refused for another reason stays, because the order checks it again", async () => {
  discountStore.change(() => ({ kind: "percent", code: "NOSUCHCODE", percent: 10 }));

  expect(await checkCodeFor(SAM, cents(68_00))).toBe(false);
  expect(standing(SAM).counted?.code).toBe("NOSUCHCODE");
});

test("opening the bag keeps a code of another address, and keeps a code whose check was refused as too frequent", async () => {
  const { notices } = await openedBag(SAM);
  expect(notices).toEqual([]);
  expect(standing(SAM)).toMatchObject({ counted: null, message: expect.stringContaining("e-mail address") });

  const busy = { code: "too-many-requests", status: 429 };
  const answer = vi.fn<(address: string) => Response | Promise<Response>>((address) =>
    address.includes("/discounts/") ? Response.json(busy, { status: 429 }) : app.request(address.replace(/^\/api/, "")),
  );
  vi.stubGlobal("fetch", answer);
  expect((await openedBag(JO)).notices).toEqual([]);
  expect(answer.mock.calls.some(([address]) => address.includes("/discounts/"))).toBe(true);
  expect(standing(JO).counted?.code).toBe("RIDEMINE");
});

test("the bag keeps a code that its own open attempt to pay uses; another browser is told that it waits with an unpaid order", async () => {
  await openedBag(JO);
  const [line] = bagStore.read();
  if (!line) throw new Error("The bag is empty.");
  const { product, size, color, quantity, price } = line;
  await draftOrder(shop, {
    items: [{ product, size, color, quantity, price }],
    customer: { ...jo, email: JO },
    method: "Credit Card",
    amount: cents(34_00 - 3_40 + 3_99),
    discountCode: "RIDEMINE",
    draftKey: currentAttempt().key,
  });
  expect((await openedBag(JO)).notices).toEqual([]);
  expect(standing(JO).counted?.code).toBe("RIDEMINE");

  attemptStore.change(() => null);
  const { notices } = await openedBag(JO);
  expect(notices).toEqual([
    {
      words: expect.stringMatching(
        /^The code RIDEMINE was taken off\. This code is in an order that waits .* in 3 minutes at/,
      ),
      beside: expect.stringMatching(/^RIDEMINE: This code is in an order/),
    },
  ]);
});
