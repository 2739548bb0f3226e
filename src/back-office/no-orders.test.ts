import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { officeAs } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { messages } from "~/shop/contact/contact.tables";
import { can } from "~/shop/members/rights";
import { roles } from "~/shop/members/member";
import { shownNumber } from "~/shop/orders/order-number";
import { orderLines } from "~/shop/orders/orders.tables";
import { askQuestion, writeReview } from "~/shop/reviews/reviews.server";
import { reviews } from "~/shop/reviews/reviews.tables";

const { shop, db, bought } = await openBoughtOrders();

/** Number of an order whose shopper wrote a verified review, a question and a message, which may show the number. */
const number = await bought();
const [line] = await db.select().from(orderLines).where(eq(orderLines.orderNumber, number));
const product = line?.productId ?? "";
const words = { author: "Jo", title: "Holds up", content: "Rode through rain in it for a week." };
await writeReview(db, { ...words, product, rating: 5, email: jo.email } as Parameters<typeof writeReview>[1]);
await askQuestion(db, { product, author: "Jo", question: "Does it come longer?", email: jo.email } as Parameters<
  typeof askQuestion
>[1]);
await db.insert(messages).values({ name: "Jo", email: jo.email, message: "Where is it?", requestKey: "where" });

/** Maximum number of pages of one route that the test opens. */
const OF_A_KIND = 4;

/** Opens every page that a member can reach by links from the screen Today; returns HTML and data of each by address. */
async function pagesOf(office: ReturnType<typeof officeAs>): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const kinds = new Map<string, number>();
  const waiting = ["/", "/queue", "/messages", "/goods", "/find?q=Jo", `/find?q=${number}`];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replace(/[\da-f]{8,}|[^/?=&]*\d[^/?=&]*/g, "*").replace(/=[^&]*/g, "");
    if (pages.has(path) || (kinds.get(kind) ?? 0) >= OF_A_KIND) continue;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const page = await (await office.fetch(path)).text();
    pages.set(path, page);
    for (const [, to = ""] of page.matchAll(/href="\/back-office(\/[^"#]*)"/g))
      waiting.push(to.replaceAll("&amp;", "&"));
  }
  return pages;
}

test("members without the right to read orders get no order number in any page or its data", async () => {
  const [row] = await db.select().from(reviews).where(eq(reviews.title, words.title));
  expect(row).toMatchObject({ verified: true, orderNumber: number });
  const blind = roles.filter((role) => !can({ role }, "orders.read"));
  expect(blind).toEqual(["editor"]);
  const pages = await pagesOf(officeAs(shop, memberAs("editor", "Ed")));
  expect(pages.size).toBeGreaterThan(20);
  expect([...pages.keys()].some((path) => path.startsWith("/queue/"))).toBe(true);
  const leaks = [...pages].filter(
    ([path, page]) => !path.includes(number) && [number, shownNumber(number)].some((text) => page.includes(text)),
  );
  expect(leaks.map(([path]) => path)).toEqual([]);
  // For comparison: the manager's page of the review shows the order number.
  const manager = officeAs(shop, memberAs("manager", "Dana"));
  expect(await manager.text(`/queue/all/review-${row?.id}`)).toContain(shownNumber(number));
});
