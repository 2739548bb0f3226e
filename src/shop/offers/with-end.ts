/** A sentence about an offer with the end of the offer, if that is told: "Buy 2, the third at half, until Sunday, November 29". */
export const withEnd = (sentence: string, until: string | undefined): string =>
  until ? `${sentence}, ${until}` : sentence;
