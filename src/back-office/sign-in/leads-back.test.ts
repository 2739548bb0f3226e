import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { products } from "~/shop/catalog/catalog.tables";
import { fieldsIn } from "~/testing/form-fields";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const origin = "http://localhost";
const browser = testBrowser(testBackOffice(shop));
browser.setCookie(await (await testMember(shop, "owner")).cookie());
const [goods] = await shop.db.select({ id: products.id }).from(products).limit(1);

const FOREIGN = [
  "//evil.example",
  "///evil.example",
  "\\\\evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "\n//evil.example",
  "https://evil.example/back-office",
  "https:evil.example",
  "http://localhost.evil.example/back-office",
  "http://localhost@evil.example/back-office",
  "javascript:alert(1)",
  "data:text/html,x",
  "/back-office//evil.example",
  "/back-office/\\evil.example",
  "/back-office/\\/evil.example",
  "/back-office/..//evil.example",
  "/back-office/../../evil.example",
  "/back-office/%2e%2e//evil.example",
  "/back-office/%2f%2fevil.example",
  "/back-office/%5c%5cevil.example",
  "/back-office@evil.example",
  "/back-office.evil.example",
  "/back-office/\r\nSet-Cookie: x=1",
  "/back-office/?x=\u202e",
  "/back-office/日本",
  "/goods?\r\nLocation: //evil.example",
  "/goods?日本",
  "/goods/..//evil.example",
  "/goods@evil.example",
];

/** Redirect target of a response as a browser would resolve it, and whether the response sets cookies. */
function ledTo(answer: Response): { status: number; origin: string; isScreen: boolean; setsMore: boolean } {
  const location = locationOf(answer);
  return {
    status: answer.status,
    origin: new URL(location, `${origin}/back-office/sign-in`).origin,
    isScreen: /^\/back-office(?:\/(?![/\\])[\x21-\x7e]*|\?[\x21-\x7e]*)?$/.test(location),
    setsMore: answer.headers
      .getSetCookie()
      .some((cookie) => cookie.startsWith("Set-Cookie") || cookie.startsWith("x=")),
  };
}
const OURS = { status: 302, origin, isScreen: true, setsMore: false };

describe.each(FOREIGN)("the foreign address %j", (back) => {
  test("is not followed as a return address by the sign-in page", async () => {
    expect(ledTo(await browser.get(`/sign-in?back=${encodeURIComponent(back)}`))).toEqual(OURS);
  });

  test("is not followed as a return address after a save or an undo", async () => {
    const path = `/goods/${goods?.id}/quick`;
    const fields = fieldsIn(await (await browser.get(path)).text());
    const status = fields.status === "draft" ? "published" : "draft";
    const saved = await browser.post(path, { ...fields, status, back });
    expect(ledTo(saved)).toEqual(OURS);
    const act = new URL(locationOf(saved), origin).searchParams.get("done");
    expect((await browser.post(`/log/${act}`, { submission: randomUUID(), back })).status).toBe(400);
  });
});
