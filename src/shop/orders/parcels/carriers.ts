/** The page on which a carrier shows where a parcel is, by the carrier's name in lower case. */
const trackingPages: Record<string, (number: string) => string> = {
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`,
};

/** Where a parcel can be followed, for the carriers that have such a page; else empty. */
export function trackingAddress(carrier: string, trackingNumber: string): string {
  const page = trackingPages[carrier.trim().toLowerCase()];
  return page && trackingNumber ? page(encodeURIComponent(trackingNumber)) : "";
}
