import type { cameBy } from "~/shop/orders/made/made-order";

export const SHOPPER_LABELS: Record<string, string> = {
  email: "E-mail",
  name: "Name",
  phone: "Phone",
  address: "Street",
  city: "City",
  postalCode: "ZIP",
  code: "Discount code",
  cameBy: "How they asked",
  days: "Can be paid for",
  words: "Words to the shopper",
  reason: "Why it costs less",
};

export const CAME_BY: Record<(typeof cameBy)[number], string> = {
  phone: "By phone",
  mail: "By mail",
  fair: "At a fair",
};
