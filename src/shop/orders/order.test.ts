import { expect, test } from "vitest";
import { addressLines, Customer, OrderState, statesBefore, stopsPassed } from "./order";
import { drawnNumber, orderNumberIn, shownNumber } from "./order-number";

test("the state `paid` follows a draft, a draft cancelled before its money arrived, and a packed order that is unpacked", () => {
  expect(statesBefore("paid")).toEqual(["awaiting-payment", "packed", "cancelled"]);
});

test("no state follows `refunded`, and no order becomes a draft again", () => {
  expect(statesBefore("awaiting-payment")).toEqual([]);
  expect(OrderState.options.filter((state) => statesBefore(state).includes("refunded"))).toEqual([]);
});

test("a packed order has passed two of four stops, and a cancelled order none", () => {
  expect(stopsPassed("packed")).toBe(2);
  expect(stopsPassed("cancelled")).toBe(0);
});

test("an order number has eight digits, whatever number is drawn", () => {
  expect(drawnNumber(() => 0)).toBe("10000000");
  expect(drawnNumber((end) => end - 1)).toBe("99999999");
});

test("`shownNumber` writes a number in two groups, and `orderNumberIn` reads it as shoppers type it", () => {
  expect(shownNumber("48217350")).toBe("#4821 7350");
  expect(orderNumberIn(" #4821 7350 ")).toBe("48217350");
  expect(orderNumberIn("4821-7350")).toBe("48217350");
  expect(orderNumberIn("4821 735")).toBeUndefined();
  expect(orderNumberIn("４８２１７３５０")).toBeUndefined();
});

const jo = {
  email: "Jo@Example.com",
  name: "Jo O'Neil",
  phone: "+19285550100",
  address: "88 Sandstone Avenue, Apt #4",
  city: "Flagstaff",
  postalCode: "86001",
};

test("an e-mail address is stored in lower case, so that a shopper finds the order in any letter case", () => {
  expect(Customer.parse(jo).email).toBe("jo@example.com");
});

test.each([
  ["email", "jo@example"],
  ["email", `${"a".repeat(250)}@example.com`],
  ["name", "J0"],
  ["name", "<b>Jo</b>"],
  ["phone", "9285550100"],
  ["phone", "+192855501001"],
  ["address", ""],
  ["address", "<script>alert(1)</script>"],
  ["address", "1'; drop table orders;--"],
  ["address", "https://evil.example"],
  ["city", "see WWW.evil.example"],
  ["city", "Flag\u0000staff"],
  ["postalCode", "8600"],
  ["postalCode", "86001-12"],
])("a %s of %j is refused with an error for that field", (field, value) => {
  const { error } = Customer.safeParse({ ...jo, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test("an address label has the city once, whether or not the street ends with it", () => {
  const box = ["Jo O'Neil", "88 Sandstone Avenue", "Flagstaff 86001", "United States"];
  expect(addressLines({ ...jo, address: "88 Sandstone Avenue, Flagstaff" })).toEqual(box);
  expect(addressLines({ ...jo, address: "88 Sandstone Avenue" })).toEqual(box);
  expect(addressLines({ ...jo, region: "AZ" })[2]).toBe("Flagstaff, AZ 86001");
});
