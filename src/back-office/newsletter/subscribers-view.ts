import { type SubscriptionSource, subscriptionSources } from "~/shop/newsletter/subscription-source";
import { fitting, listAddress, oneOf, recordNumber } from "../list-address";

/** Parameters of the address of the list of subscribers: view, filter and page. */
export interface SubscribersView {
  /** View: current subscribers (`on`) or former ones (`left`). */
  view: "on" | "left";
  source: SubscriptionSource | null;
  after: number | null;
}

/** Views above the list, in their order. */
export const subscriberViews = [
  { view: "on", name: "On the list" },
  { view: "left", name: "Left" },
] as const;

const isSource = (text: string): text is SubscriptionSource => Object.hasOwn(subscriptionSources, text);

export const subscribers = listAddress<SubscribersView>("/newsletter", {
  view: oneOf("view", ["on", "left"]),
  source: fitting("source", (text) => (isSource(text) ? text : null)),
  after: recordNumber("after"),
});
