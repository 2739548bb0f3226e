/** Views of the list of gift cards. */
export const giftCardViews = ["open", "waiting", "used-up", "closed", "test"] as const;
export type GiftCardView = (typeof giftCardViews)[number];

/** Filter of the list of gift cards; a text is searched for in all views. */
export interface GiftCardFilter {
  show: GiftCardView;
  text: string;
  /** Id of the last card of the page before. */
  after: string | null;
}
