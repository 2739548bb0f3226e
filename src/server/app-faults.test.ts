import { expect, test } from "vitest";
import { Refusal } from "~/shop/refusal";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
/** Renders every page of this test's shop; each test replaces it. */
let say: () => Response;
const app = testApp(shop, { pages: async () => say() });
const get = (path: string) => app.fetch(new Request(`${shop.address}${path}`));

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/about.data", "application/problem+json"],
])("an internal error at %s is answered without its details", async (path, type) => {
  say = () => {
    throw new Error("password=secret");
  };
  const answer = await get(path);

  expect([answer.status, answer.headers.get("content-type")]).toEqual([500, type]);
  const words = await answer.text();
  expect(words).toContain("Something went wrong.");
  expect(words).not.toContain("secret");
});

test("an error response is never cached, whatever headers its page sets", async () => {
  say = () => new Response("a page", { status: 500, headers: { "cache-control": "public, s-maxage=60" } });

  expect((await get("/")).headers.get("cache-control")).toBe("no-store");
});

test("a temporary refusal has Retry-After, for pages and for calls", async () => {
  const refuse = (refusal: Refusal) => {
    say = () => {
      throw refusal;
    };
    return Promise.all([get("/about"), get("/about.data")]);
  };
  const waits = (answers: Response[]) => answers.map(({ status, headers }) => [status, headers.get("retry-after")]);

  expect(waits(await refuse(new Refusal("too-many-requests")))).toEqual([
    [429, "60"],
    [429, "60"],
  ]);
  const known = new Refusal("too-many-requests", { details: { retryAfter: 7 } });
  expect(waits(await refuse(known))).toEqual([
    [429, "7"],
    [429, "7"],
  ]);
});
