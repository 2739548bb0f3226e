import { formatCents, formatRound } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import {
  deliveryFacts,
  type Fact,
  type FactGroup,
  formFacts,
  mailFacts,
  newsletterFacts,
  returnFacts,
  shopFacts,
  stockFacts,
} from "./facts";

/** Every fact that a member may change, in the order of the list. */
export const factGroups: FactGroup[] = [
  {
    id: "shop",
    name: "Shop",
    says: ({ shopName, supportEmail, supportHours }) => joined([shopName, supportEmail, supportHours]),
    facts: shopFacts,
  },
  {
    id: "delivery",
    name: "Delivery",
    says: ({ deliveryFee, freeDeliveryFrom, shipsWithin }) =>
      `${formatCents(deliveryFee)}, free from ${formatRound(freeDeliveryFrom)}. Leaves within ${shipsWithin}`,
    facts: deliveryFacts,
  },
  {
    id: "returns",
    name: "Returns",
    says: ({ returnDays }) => `Within ${returnDays} days of delivery`,
    facts: returnFacts,
  },
  {
    id: "mail",
    name: "Mail",
    says: ({ forwardMessages }) => (forwardMessages ? "Messages are sent on to you" : "Messages wait here"),
    facts: mailFacts,
  },
  {
    id: "newsletter",
    name: "Newsletter",
    says: ({ newsletterPercent, popUpDelay }) =>
      `${newsletterPercent}% off once, asked after ${popUpDelay / 1000} seconds`,
    facts: newsletterFacts,
  },
  {
    id: "stock",
    name: "Stock",
    says: ({ lowStock, reservationMinutes }) =>
      `"Only N left" from ${lowStock} down. An unpaid order holds its pieces for ${reservationMinutes} minutes`,
    facts: stockFacts,
  },
  {
    id: "forms",
    name: "Forms",
    says: ({ formLimits: { perNetwork, seconds } }) =>
      `${perNetwork} times in ${Math.round(seconds / 60)} minutes from one network`,
    facts: formFacts,
  },
];

export const groupNamed = (id: string | undefined): FactGroup | undefined =>
  factGroups.find((group) => group.id === id);

/** The fact of a path, with the group it stands in. */
export function factAt(path: string): { fact: Fact; group: FactGroup } | undefined {
  for (const group of factGroups) {
    const fact = group.facts.find((one) => one.path === path);
    if (fact) return { fact, group };
  }
  return undefined;
}

/** The name in the settings that a path belongs to: what is stored, versioned and logged as one. */
export const nameOf = ({ path }: Pick<Fact, "path">): keyof Settings => path.split(".")[0] as keyof Settings;

const joined = (parts: string[]): string => parts.filter(Boolean).join(", ");
