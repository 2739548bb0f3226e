/** The forms by which somebody comes to the newsletter, as members read them. */
export const subscriptionSources = {
  footer: "Foot of the page",
  "pop-up": "Pop-up",
  page: "Newsletter page",
} as const;
export type SubscriptionSource = keyof typeof subscriptionSources;
