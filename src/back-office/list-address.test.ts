import { expect, test } from "vitest";
import { codes } from "./discounts/code-view";
import { goodsAddress, goodsView } from "./goods/goods-view";
import { fitting, listAddress, oneOf, recordNumber, someOf, whether, words } from "./list-address";
import { log } from "./log/log-view";
import { giftCardsList } from "./gift-cards/gift-cards-view";
import { inboxList } from "./messages/inbox-view";
import { ordersAddress, ordersView } from "./orders/orders-view";
import { queueAddress, queuePlace } from "./queue/queue-view";
import { returnsAddress, returnsView } from "./returns/returns-view";
import { levels } from "./stock/stock-view";

const things = listAddress<{ view: "open" | "done"; text: string; who: string | null; after: number | null }>(
  "/things",
  {
    view: oneOf("view", ["open", "done"]),
    text: words("q", 5),
    who: fitting("who", (text) => /^[a-z]+$/.exec(text)?.[0] ?? null),
    after: recordNumber("after"),
  },
);
const usual = { view: "open", text: "", who: null, after: null } as const;

test("parsing the address of a view gives the same view; the address does not contain default values", () => {
  expect(things.addressOf(usual)).toBe("/things");
  expect(things.viewIn(new URLSearchParams())).toEqual(usual);
  const view = { view: "done", text: "a & b", who: "sam", after: 17 } as const;
  const address = things.addressOf(view);
  expect(address).toBe("/things?view=done&q=a+%26+b&who=sam&after=17");
  expect(things.viewIn(new URL(address, "http://x").searchParams)).toEqual(view);
});

test.each(["view=nothing", "q=%00", "who=A1", "after=0", "after=-1", "after=1e3", "after=99999999999"])(
  "an invalid parameter in an address is ignored: %s",
  (search) => {
    expect(things.viewIn(new URLSearchParams(search))).toEqual(usual);
  },
);

test("a list of values is written as one parameter, and parsed from one or several parameters in the order of the options", () => {
  const list = listAddress<{ colors: string[]; isOpen: boolean }>("/things", {
    colors: someOf("color", ["red", "green", "blue"]),
    isOpen: whether("state", "open"),
  });
  const view = { colors: ["red", "blue"], isOpen: true };
  for (const search of ["color=blue&color=red&state=open", "color=blue,red,none&state=open"])
    expect(list.viewIn(new URLSearchParams(search))).toEqual(view);
  expect(list.addressOf(view, "/other")).toBe("/other?color=red%2Cblue&state=open");
});

const orders = (search: URLSearchParams) => ordersAddress(ordersView(search));
const returns = (search: URLSearchParams) => returnsAddress(returnsView(search));
const goods = (search: URLSearchParams) => goodsAddress(goodsView(search));
const stock = (search: URLSearchParams) => levels.addressOf(levels.viewIn(search));
const queue = (search: URLSearchParams) => queueAddress("all", queuePlace(search));

/** Bookmarked addresses of all lists, with non-default values. */
const BOOKMARKS: [(search: URLSearchParams) => string, string][] = [
  [orders, "/orders"],
  [orders, "/orders?ship=left&sort=oldest"],
  [
    orders,
    "/orders?q=jo+d&state=to-ship%2Cpacked&ship=on-the-way&money=refunds&from=2026-11-01&to=2026-11-23&product=abc&returns=waiting&kind=test&sort=highest&after=70000001",
  ],
  [orders, "/orders?before=70000001"],
  [returns, "/returns?view=all&after=R7000001"],
  [returns, "/returns?view=waits&q=jo"],
  [returns, "/returns?q=jo"],
  [stock, "/stock?show=low&q=glove&category=a%2Cb&shelf=A+1&order=fewest&after=1041"],
  [goods, `/goods?q=vest&status=draft&category=a%2Cb&only=low&after=${encodeURIComponent('["Vest","abc"]')}`],
  [goods, `/goods?sort=newest&after=${encodeURIComponent('["2026-11-22 10:00:00.5+00","abc"]')}`],
  [queue, "/queue/all?after=review-abc&product=abc"],
  [(search) => log.addressOf(log.viewIn(search)), "/log?tab=door&from=2026-11-01&before=17"],
  [(search) => inboxList.addressOf(inboxList.viewIn(search)), "/messages?view=done&q=jo&after=17"],
  [(search) => codes.addressOf(codes.viewIn(search)), "/discounts"],
  [
    (search) => giftCardsList.addressOf(giftCardsList.viewIn(search)),
    "/gift-cards?show=used-up&q=7KQ2&after=5b0c3b0e-0000-4000-8000-000000000002",
  ],
];

test.each(BOOKMARKS)("a bookmarked address shows the same list as in earlier releases: %#", (again, address) => {
  const { searchParams } = new URL(address, "http://localhost");
  expect(again(searchParams)).toBe(address.replaceAll("%20", "+"));
});

test("repeated parameters of checkboxes give the same filter as one list; invalid values are ignored", () => {
  expect(orders(new URLSearchParams("state=packed&state=to-ship&state=none&q=%00+x&after=1"))).toBe(
    "/orders?q=x&state=to-ship%2Cpacked",
  );
  expect(stock(new URLSearchParams("category=b&category=a,b&category=%3C&after=0&shelf=%00"))).toBe(
    "/stock?category=b%2Ca",
  );
  expect(goods(new URLSearchParams("category=b&category=a&sort=x&after=%5B1%5D"))).toBe("/goods?category=b%2Ca");
});
