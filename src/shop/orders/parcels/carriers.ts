/** The page on which a carrier shows where a parcel is, by the carrier's name in lower case. */
const trackingPages: Record<string, (number: string) => string> = {
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`,
};

/** The carriers whose parcels can be followed, by their names. */
export const carriers = ["UPS", "USPS", "FedEx", "DHL"] as const;

/** A number of UPS, in capitals and without spaces. */
export const UPS_NUMBER = /^1Z[0-9A-Z]{16}$/;

/** Carrier recognized by the shape of a tracking number, if unambiguous. */
export const carrierOf = (trackingNumber: string): string | undefined =>
  UPS_NUMBER.test(trackingNumber.replace(/\s/g, "").toUpperCase()) ? "UPS" : undefined;

/** URL of the carrier's tracking page; empty if the carrier has none. */
export function trackingAddress(carrier: string, trackingNumber: string): string {
  const page = trackingPages[carrier.trim().toLowerCase()];
  return page && trackingNumber ? page(encodeURIComponent(trackingNumber)) : "";
}
