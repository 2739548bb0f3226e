import { byName } from "~/platform/by-name";

/** URL of each carrier's tracking page, by the carrier's name in lower case. */
const trackingPages = byName<(number: string) => string>({
  ups: (number) => `https://www.ups.com/track?tracknum=${number}`,
  usps: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  fedex: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  dhl: (number) => `https://www.dhl.com/us-en/home/tracking.html?tracking-id=${number}`,
});

/** Names of the carriers that have a tracking page. */
export const carriers = ["UPS", "USPS", "FedEx", "DHL"] as const;

/** Pattern of a UPS tracking number, in upper case and without spaces. */
export const UPS_NUMBER = /^1Z[0-9A-Z]{16}$/;

/** "UPS" for a number of the form that only UPS uses; undefined for any other number. */
export const carrierOf = (trackingNumber: string): string | undefined =>
  UPS_NUMBER.test(trackingNumber.replace(/\s/g, "").toUpperCase()) ? "UPS" : undefined;

/** URL of a parcel's tracking page; empty if the carrier has none. */
export function trackingAddress(carrier: string, trackingNumber: string): string {
  const page = trackingPages[carrier.trim().toLowerCase()];
  return page && trackingNumber ? page(encodeURIComponent(trackingNumber)) : "";
}
