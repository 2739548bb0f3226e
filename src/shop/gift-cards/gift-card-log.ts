/** Log kind of gift cards. */
export const GIFT_CARD = "gift-card";

/** Record under which the log has acts on all cards. */
export const ALL_CARDS = "all";
