import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { expireExchange } from "~/shop/orders/exchanges/end-exchange.server";
import { KEPT_DAYS } from "~/shop/orders/exchanges/kept-until.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { meetsSale } from "~/testing/meets-a-sale.server";
import { draftRequestFor, jo } from "~/testing/riders.server";
import { linesToSettle } from "./lines-to-settle.server";
import { receiveReturn } from "./receive-return.server";
import { returnByNumber, startReturn } from "./returns.server";
import { arrivedAsAnnounced, usualSettlement } from "./settlement";
import { settleReturn } from "./settle-return.server";

const { shop, db, staff, seen, stateOf, shipped } = await openBoughtOrders();

const teeIn = (size: "M" | "L") => ["Sprocket Tee", size, "Ash"] as const;

/** The two sizes in the order in which variants are locked. */
async function inLockOrder() {
  const sizes = ["M", "L"] as const;
  const rows = await pricedLines(
    db,
    (
      await draftRequestFor(
        shop,
        sizes.map((size) => [...teeIn(size)]),
      )
    ).items,
  );
  const found = sizes.map((size, index) => ({ size, variantId: rows[index]?.variantId ?? 0 }));
  return found.toSorted((a, b) => a.variantId - b.variantId);
}

test("settling a return whose exchange ran out, of a later variant for an earlier one, does not deadlock with a sale of both", async () => {
  const [first, later] = await inLockOrder();
  if (!first || !later) throw new Error("no goods");
  const number = await shipped([[...teeIn(later.size)]]);
  const values = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": `Ash / ${first.size}` };
  const asked = { order: number, email: jo.email, round: "0", values };
  const back = await startReturn(shop, asked, { now: new Date(), settings: shop.settings() });
  await expireExchange(shop, back, new Date(Date.now() + (KEPT_DAYS + 1) * DAY));
  const found = await returnByNumber(db, back);
  if (!found) throw new Error("no return");
  await receiveReturn(
    shop,
    { number: back, version: found.row.version, actor: staff },
    arrivedAsAnnounced(found.lines),
  );
  const received = await returnByNumber(db, back);
  const { version } = await seen(number);
  const step = { number: back, version: received?.row.version ?? 0, orderVersion: version, actor: staff };
  const settlement = usualSettlement(await linesToSettle(db, back), { refundsExchanges: true });

  await meetsSale(db, [first.variantId, later.variantId], () => settleReturn(shop, step, settlement));

  expect(await stateOf(number)).toBe("refunded");
  expect(await stockDrift(db)).toEqual([]);
});
