/** Collections to which buttons lead that say to go on shopping. */
export const WAYS_ON = ["new-arrivals", "men"] as const;

/** Data about the whole shop that the frame loads and that parts of pages need as well. */
export interface FrameData {
  /** Addresses of the buttons that say to go on shopping, each with something to see. */
  waysOn: Readonly<Record<(typeof WAYS_ON)[number], string>>;
  /** Address of the page on which gift cards are bought; unset while none are sold. */
  giftCards?: string;
}
