import { expect, test } from "vitest";
import { shopApp } from "~/server/app";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { elementsOf, textOf } from "~/testing/html";
import { testPages } from "~/testing/test-pages.server";

const { shop, shipped } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = shopApp(shop, { pages, acceptsForms });

async function posted(path: string, fields: Record<string, string>): Promise<string> {
  const headers = { origin: shop.address };
  const request = new Request(new URL(path, shop.address), {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
  });
  return (await app.fetch(request)).text();
}

test("from an order that was found its return goes on without typing number and address again, and no address of a page has them", async () => {
  const order = await shipped();
  const email = "jo.delacroix@example.com";
  const page = await posted("/order-status", { order, email });
  const form = elementsOf(page, "form").find((each) => textOf(each).includes("Start a return")) ?? "";
  expect(form).toContain('method="post"');
  expect(fieldsIn(form)).toEqual({ order, email });
  expect(page).not.toMatch(/href="[^"]*(@|%40)example\.com/);

  const [, path = ""] = /action="([^"#]+)/.exec(form) ?? [];
  const next = await posted(path, fieldsIn(form));
  expect(textOf(next)).toContain("Can be sent back until");
  expect(fieldsIn(formIn(next, "Get a return number"))).toMatchObject({ order, email, step: "start" });
});
