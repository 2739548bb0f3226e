import { expect, test } from "vitest";
import { deliveryFee } from "./delivery-fee";
import { cents } from "./money";
import { defaultSettings } from "./settings";

test("delivery is free for an order value equal to the threshold, and not free one cent below it (R-9-02)", () => {
  const { freeDeliveryFrom } = defaultSettings;

  expect(deliveryFee(cents(freeDeliveryFrom - 1), defaultSettings)).toBe(3_99);
  expect(deliveryFee(freeDeliveryFrom, defaultSettings)).toBe(0);
});
