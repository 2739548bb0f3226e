import { expect, test } from "vitest";
import type { Way } from "~/shop/payments/money-back";
import { renderLetter } from "~/platform/render-letter.server";
import { asDelivered } from "~/shop/texts/letters/letter-words";
import { cents } from "~/shop/money";
import { defaultSettings } from "~/shop/settings";
import type { Order } from "../order";
import { OrderConfirmed, orderConfirmedSubject } from "./order-confirmed.email";

const order: Order = {
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
      image: "/media/products/highside-riding-jeans/indigo-front.webp",
      quantity: 1,
      price: cents(189_00),
      discountShare: cents(9_45),
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
      discountShare: cents(3_40),
      finalSale: false,
    },
  ],
  summary: {
    orderValue: cents(257_00),
    discount: cents(12_85),
    deliveryFee: cents(3_99),
    tax: cents(0),
    fees: cents(0),
    total: cents(248_14),
  },
  discountCode: "RIDE7K3M9QXA",
  method: "Credit Card",
  draftedAt: new Date("2026-11-21T10:00:00Z"),
  paidAt: new Date("2026-11-21T10:01:00Z"),
  shipBy: null,
};

const words = asDelivered("order-confirmed", defaultSettings);
const visa: Way = { kind: "bank", method: "Credit Card", card: { brand: "visa", lastFour: "4242" } };
const paid = [{ way: visa, amount: order.summary.total }];

test("the confirmation contains number, lines, totals, address and time of delivery", async () => {
  const { text } = await renderLetter(
    <OrderConfirmed
      order={order}
      paid={paid}
      words={words}
      settings={defaultSettings}
      address="https://shop.example"
    />,
  );

  expect(orderConfirmedSubject({ order, words })).toBe("Order confirmed: #4821 7350");
  for (const words of [
    "#4821 7350",
    "HIGHSIDE RIDING JEANS",
    "Indigo / 32/32 / Quantity 1",
    "$68.00",
    "-$12.85",
    "$3.99",
    "$248.14",
    "88 Sandstone Avenue\nFlagstaff, AZ 86001",
    "2-3 business days",
    "https://shop.example/order-status?order=48217350",
  ])
    expect(text.toUpperCase()).toContain(words.toUpperCase());
});

test.each([
  ["paid", "2026-11-25", true],
  ["packed", "2026-11-25", true],
  ["shipped", "2026-11-25", false],
  ["paid", null, false],
] as const)(
  "the confirmation of an order that is %s and promised for %s names the day: %s",
  async (state, shipBy, names) => {
    const promised = { ...order, state, shipBy };
    const { text } = await renderLetter(
      <OrderConfirmed
        order={promised}
        paid={paid}
        words={words}
        settings={defaultSettings}
        address="https://shop.example"
      />,
    );

    expect(text.includes("It leaves us by Wed, November 25.")).toBe(names);
    expect(text.includes("It leaves us")).toBe(names);
  },
);

test("the plain-text confirmation has each amount beside its label, and the text of each line together", async () => {
  const { text } = await renderLetter(
    <OrderConfirmed
      order={order}
      paid={paid}
      words={words}
      settings={defaultSettings}
      address="https://shop.example"
    />,
  );

  expect(text).toContain(
    "Discount (RIDE7K3M9QXA): -$12.85\nDelivery Fee: $3.99\nTOTAL: $248.14\nPaid with: Visa ••••\u00a04242\n",
  );
  expect(text).toContain("\n\nRide Dirty Tee\nBlack / L / Quantity 2\n$68.00\n\n");
});

test("what a gift card and a bank's card paid stands below the total, and nothing of it reads as taken off", async () => {
  const giftCard: Way = { kind: "gift-card", lastFour: "7KQ2", isOpen: true };
  const divided = [
    { way: giftCard, amount: cents(48_14) },
    { way: visa, amount: cents(200_00) },
  ];
  const { text } = await renderLetter(
    <OrderConfirmed
      order={order}
      paid={divided}
      words={words}
      settings={defaultSettings}
      address="https://shop.example"
    />,
  );

  expect(text).toContain(
    "TOTAL: $248.14\nPaid with Gift card ending 7KQ2: $48.14\nPaid with Visa ••••\u00a04242: $200.00\n",
  );
});

test("a picture that a mail program does not show has an alternative text", async () => {
  const { html } = await renderLetter(
    <OrderConfirmed
      order={order}
      paid={paid}
      words={words}
      settings={defaultSettings}
      address="https://shop.example"
    />,
  );

  expect(html).toContain('alt="Highside Riding Jeans"');
});

test("a letter is laid out as wide as a phone, so that its words are not shrunk", async () => {
  const { html } = await renderLetter(
    <OrderConfirmed
      order={order}
      paid={paid}
      words={words}
      settings={defaultSettings}
      address="https://shop.example"
    />,
  );

  expect(html).toContain('<meta name="viewport" content="width=device-width');
});

test("text typed by a shopper is escaped in the letter", async () => {
  const sly = { ...order, name: "<img src=x onerror=alert(1)>" };
  const { html } = await renderLetter(
    <OrderConfirmed order={sly} paid={paid} words={words} settings={defaultSettings} address="https://shop.example" />,
  );

  expect(html).not.toContain("<img src=x");
});

test("[B-129] of gift cards only it names for whom and which day, and speaks of no parcel", async () => {
  const [, line] = order.lines;
  if (!line) throw new Error("no line");
  const giftCard = { recipient: "Anna", email: "anna@example.com", sendOn: "2026-12-06" };
  const cards = [{ ...line, name: "Gift Card", size: "$50", color: "default", quantity: 1, giftCard }];
  const words = asDelivered("order-confirmed", defaultSettings);
  const props = {
    order: { ...order, lines: cards },
    words,
    settings: defaultSettings,
    address: "https://shop.example",
  };
  const { text } = await renderLetter(<OrderConfirmed {...props} paid={paid} />);
  expect(text).toContain("$50 / For Anna, anna@example.com / By e-mail Sun, December 6");
  expect(text).toContain("Each gift card leaves by e-mail on the day that you chose.");
  expect(text).toContain("Delivery: By e-mail");
  expect(text).not.toMatch(/pack|Where it goes|WHERE IT GOES|Estimated delivery|Flagstaff/);
});
