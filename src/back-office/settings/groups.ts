import type { Settings } from "~/shop/settings";
import {
  deliveryFacts,
  discountFacts,
  type Fact,
  type FactGroup,
  formFacts,
  mailFacts,
  newsletterFacts,
  returnFacts,
  shopFacts,
  stockFacts,
} from "./facts";

/** All settings that members can change, in groups, in the order of the list. */
export const factGroups: FactGroup[] = [
  {
    id: "shop",
    name: "Shop",
    facts: shopFacts,
  },
  {
    id: "delivery",
    name: "Delivery",
    facts: deliveryFacts,
  },
  {
    id: "returns",
    name: "Returns",
    facts: returnFacts,
  },
  {
    id: "mail",
    name: "Mail",
    facts: mailFacts,
  },
  {
    id: "discounts",
    name: "Discounts",
    facts: discountFacts,
  },
  {
    id: "newsletter",
    name: "Newsletter",
    facts: newsletterFacts,
  },
  {
    id: "stock",
    name: "Stock",
    facts: stockFacts,
  },
  {
    id: "forms",
    name: "Forms",
    facts: formFacts,
  },
];

export const groupNamed = (id: string | undefined): FactGroup | undefined =>
  factGroups.find((group) => group.id === id);

/** Finds the setting of a path with its group. */
export function factAt(path: string): { fact: Fact; group: FactGroup } | undefined {
  for (const group of factGroups) {
    const fact = group.facts.find((one) => one.path === path);
    if (fact) return { fact, group };
  }
  return undefined;
}

/** First part of a setting's path: the name under which the setting is stored, versioned and logged. */
export const nameOf = ({ path }: Pick<Fact, "path">): keyof Settings => path.split(".")[0] as keyof Settings;
