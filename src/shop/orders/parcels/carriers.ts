/** The page on which a carrier shows where a parcel is, by the carrier's name in lower case. */
const trackingPages: Record<string, (number: string) => string> = {
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`,
};

/** The carriers whose parcels can be followed, by their names. */
export const carriers = ["UPS", "USPS", "FedEx", "DHL"] as const;

/** Whose parcel it is by the shape of its tracking number, where that leaves no doubt. */
export const carrierOf = (trackingNumber: string): string | undefined =>
  /^1Z[0-9A-Z]{16}$/i.test(trackingNumber.replace(/\s/g, "")) ? "UPS" : undefined;

/** Where a parcel can be followed, for the carriers that have such a page; else empty. */
export function trackingAddress(carrier: string, trackingNumber: string): string {
  const page = trackingPages[carrier.trim().toLowerCase()];
  return page && trackingNumber ? page(encodeURIComponent(trackingNumber)) : "";
}
