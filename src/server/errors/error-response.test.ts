import { afterAll, expect, test } from "vitest";
import { type App, testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { handleError } from "~/entry.server";
import { connect, type Connection } from "~/platform/database.server";
import { productById } from "~/shop/catalog/catalog.server";

const shop = await openTestShop();
/** A connection to an address on which no server listens. */
const gone = connect("postgres://shop@127.0.0.1:1/shop");
afterAll(() => gone.close());

/** A shop whose pages ask the database for a product, as a loader does. */
function shopOn({ db }: Pick<Connection, "db"> | typeof shop): App {
  return testApp(
    { ...shop, db },
    {
      async pages(request, context) {
        try {
          await productById(db, "a".repeat(24));
          return new Response("<p>A product</p>");
        } catch (error) {
          handleError(error, { request, context, params: {} });
          return new Response("<p>Something went wrong</p>", { status: 500 });
        }
      },
    },
  );
}

const asked = [
  ["an API call", "/api/products"],
  ["a page", "/product/a"],
] as const;

test.each(asked)("%s answers 503 with Retry-After while the database is out of reach", async (_what, path) => {
  const answer = await shopOn(gone).fetch(new Request(`http://localhost${path}`));

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test.each(asked)("%s that fails for another reason answers 500 without Retry-After", async (_what, path) => {
  await shop.asOwner("alter table products rename to products_elsewhere");
  const answer = await shopOn(shop).fetch(new Request(`http://localhost${path}`));
  await shop.asOwner("alter table products_elsewhere rename to products");

  expect(answer.status).toBe(500);
  expect(answer.headers.get("retry-after")).toBeNull();
});
