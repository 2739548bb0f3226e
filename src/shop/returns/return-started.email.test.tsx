import { expect, test } from "vitest";
import { renderLetter } from "~/platform/render-letter.server";
import { asDelivered } from "~/shop/texts/letters/letter-words";
import { cents } from "~/shop/money";
import type { Order } from "~/shop/orders/order";
import { defaultSettings } from "~/shop/settings";
import { jo } from "~/testing/riders.server";
import type { Reason } from "./return-reasons";
import { ReturnStarted } from "./return-started.email";

const line = {
  product: "1",
  size: "M",
  color: "Ash",
  price: cents(34_00),
  quantity: 1,
  image: "",
  discountShare: cents(0),
};
const zero = cents(0);
const order: Order = {
  ...jo,
  number: "48217350",
  state: "delivered",
  region: "AZ",
  discountCode: null,
  method: "Credit Card",
  draftedAt: new Date(),
  paidAt: new Date(),
  shipBy: null,
  lines: [0, 1].map((position) => ({ ...line, position, name: "Sprocket Tee", finalSale: false })),
  summary: { orderValue: cents(68_00), discount: zero, deliveryFee: zero, tax: zero, fees: zero, total: cents(68_00) },
};
const back = (position: number, reason: Reason, exchangeFor = "") => ({
  position,
  quantity: 1,
  reason,
  exchangeFor,
  exchangeVariantId: exchangeFor ? 7 : null,
  refunded: "",
});
const words = asDelivered("return-started", defaultSettings);
const visa = { kind: "bank", method: "Credit Card", card: { brand: "visa", lastFour: "4242" } } as const;
const letter = async (lines: ReturnType<typeof back>[]) => {
  const about = {
    number: "R4821735",
    order,
    refundedBefore: "",
    difference: null,
    back: lines.some(({ exchangeFor }) => exchangeFor === "")
      ? [{ way: visa, amount: cents(34_00), state: "computed" as const }]
      : null,
    label: { state: "follows" } as const,
  };
  return (
    await renderLetter(
      <ReturnStarted
        {...about}
        lines={lines}
        words={words}
        settings={defaultSettings}
        address="https://shop.example"
      />,
    )
  ).text;
};

test("a letter mentions refund and exchange only if the return has them, and links the order's page", async () => {
  const exchange = await letter([back(0, "exchange", "Ash, L"), back(1, "exchange", "Ash, S")]);
  expect(exchange).not.toMatch(/refund/i);
  expect(exchange).toContain("What you want instead leaves, free of charge");
  expect(exchange).toContain("https://shop.example/order-status?order=48217350");
  const both = await letter([back(0, "exchange", "Ash, L"), back(1, "too-small")]);
  expect(both).toContain(
    "this goes back: $34.00 to Visa ••••\u00a04242. The amount is final once we have looked at it.",
  );
  expect(both).toContain("The refund takes 10-14 business days");
  expect(both).toContain("What you want instead leaves");
  expect(await letter([back(0, "too-small")])).not.toContain("instead");
});
