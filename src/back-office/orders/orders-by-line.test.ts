import { expect, test } from "vitest";
import { everyOrder } from "~/shop/orders/list/order-filter";
import { listOrders } from "~/shop/orders/list/listed-orders.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";

const { shop, bought, seen, ups } = await openBoughtOrders();
const dana = memberAs("manager", "Dana");

const found = async (query: string) => {
  const asked = { filter: { ...everyOrder, query }, sort: "newest" as const, page: {} };
  return (await listOrders(shop, dana, asked, 50)).orders.map(({ number }) => number);
};

test("two search words about goods find orders with a line that has both; words about the shopper can be combined with any line", async () => {
  const apart = await bought([
    ["Sprocket Tee", "M", "Black"],
    ["Ride Dirty Tee", "L", "Bone"],
  ]);
  const together = await bought([["Sprocket Tee", "M", "Ash"]]);
  await shipParcel(shop, await seen(together), ups);

  expect(await found("sprocket ash")).toEqual([together]);
  expect(await found("sprocket black")).toEqual([apart]);
  expect(await found("sprocket bone")).toEqual([]);
  expect(await found("ride sprocket")).toEqual([]);
  expect((await found("tee m")).toSorted()).toEqual([apart, together].toSorted());
  expect((await found("jo tee")).toSorted()).toEqual([apart, together].toSorted());
  expect(await found("flagstaff sprocket ash")).toEqual([together]);
  expect(await found("delacroyx bone dirty")).toEqual([apart]);
  expect((await found("jo flagstaff")).toSorted()).toEqual([apart, together].toSorted());
  expect(await found("1z999 ash")).toEqual([together]);
});
