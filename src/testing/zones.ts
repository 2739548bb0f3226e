import type { DeliveryZone } from "~/shop/delivery-zones";
import type { DeliveryAmount } from "~/shop/delivery-zones";

interface Wished extends Partial<Omit<DeliveryZone, "price" | "steps" | "freeFrom" | "faster">> {
  price?: number;
  steps?: { most: number; price: number }[];
  freeFrom?: number | null;
  faster?: { name: string; price: number; days: { least: number; most: number } } | null;
}

/** A zone of delivery with these values; without more it has no places, and one price of $0.00. */
export const zoneWith = ({
  price = 0,
  steps = [],
  freeFrom = null,
  faster = null,
  ...values
}: Wished): DeliveryZone => ({
  id: values.name ?? "zone",
  name: "Zone",
  boxes: false,
  states: [],
  zips: [],
  delivers: true,
  words: "",
  by: "one",
  isFreeToo: false,
  days: null,
  ...values,
  price: price as DeliveryAmount,
  steps: steps.map((step) => ({ ...step, price: step.price as DeliveryAmount })),
  freeFrom: freeFrom as DeliveryAmount | null,
  faster: faster && { ...faster, price: faster.price as DeliveryAmount },
});
