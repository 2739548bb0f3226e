import { expect, test } from "vitest";
import { inventSamples } from "~/demo/samples.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { misplacedIn } from "~/testing/html";
import { memberAs } from "~/testing/members.server";

const { shop, db, bought, shipped } = await openBoughtOrders();
const dana = officeAs(shop, memberAs("owner", "Dana"));

/** A screen without its ids, numbers and parameters, of which one is read. */
const kindOf = (path: string): string => path.replace(/\?.*/, "").replace(/\/(?=[^/]*\d)[^/]+/g, "/:id");

test("misplaced elements are found", () => {
  expect(misplacedIn('<p class="a>b">one <b>two</b></p><form><p>three</p></form>')).toEqual([]);
  expect(misplacedIn("<p><a href='/'>one</a> <form><button>two</button></form></p>")).toEqual(["form in p"]);
  expect(misplacedIn("<a><span><a>one</a></span></a>")).toEqual(["a in a"]);
});

test("no screen of the workshop has an element where a browser does not leave it", async () => {
  await bought();
  await shipped();
  await inventSamples(db, shop.settings());
  const waiting = ["/", "/promises", "/invented-texts", "/start-for-real"];
  const kinds = new Set(waiting.map(kindOf));
  const wrong: [path: string, what: string[]][] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await dana.fetch(path);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    const html = await answer.text();
    const misplaced = misplacedIn(html);
    if (misplaced.length > 0) wrong.push([path, misplaced]);
    for (const [, to = ""] of html.matchAll(/<a [^>]*href="\/back-office(\/[^"#]*)/g)) {
      const next = to.replaceAll("&amp;", "&");
      if (kinds.has(kindOf(next))) continue;
      kinds.add(kindOf(next));
      waiting.push(next);
    }
  }
  expect(kinds.size).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
}, 120_000);
