import { cents } from "~/shop/money";
import type { Order } from "~/shop/orders/order";

/** An invented order for examples of letters, used if no real order can be shown. */
export const exampleOrder: Order = {
  number: "48217350",
  state: "paid",
  email: "jo.delacroix@example.com",
  name: "Jo Delacroix",
  phone: "+19285550100",
  address: "88 Sandstone Avenue, Flagstaff",
  city: "Flagstaff",
  postalCode: "86001",
  region: "AZ",
  lines: [
    {
      position: 0,
      product: "101",
      name: "Highside Riding Jeans",
      size: "32/32",
      color: "Indigo",
      image: "",
      quantity: 1,
      price: cents(189_00),
      discountShare: cents(0),
      finalSale: false,
    },
    {
      position: 1,
      product: "102",
      name: "Ride Dirty Tee",
      size: "L",
      color: "Black",
      image: "",
      quantity: 2,
      price: cents(34_00),
      discountShare: cents(0),
      finalSale: false,
    },
  ],
  summary: {
    orderValue: cents(257_00),
    discount: cents(0),
    deliveryFee: cents(3_99),
    tax: cents(0),
    fees: cents(0),
    total: cents(260_99),
  },
  discountCode: null,
  method: "Credit Card",
  draftedAt: new Date("2026-11-21T10:00:00Z"),
  paidAt: new Date("2026-11-21T10:01:00Z"),
  shipBy: "2026-11-25",
};
