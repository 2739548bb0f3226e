/** Forms by which shoppers subscribe to the newsletter, with the names that members read. */
export const subscriptionSources = {
  footer: "Foot of the page",
  "pop-up": "Pop-up",
  page: "Newsletter page",
} as const;
export type SubscriptionSource = keyof typeof subscriptionSources;
