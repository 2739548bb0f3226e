import { DAY } from "~/platform/durations";

/** Days until the file expires; RFC 9116 recommends less than a year. */
const HOLDS_DAYS = 180;

/**
 * Text of `/.well-known/security.txt` (RFC 9116) with the contact for security reports. It is the same all day, so that it can be
 * cached.
 */
export function securityContact(shop: { address: string; supportEmail: string }, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY) + HOLDS_DAYS) * DAY);
  const lines = [
    `Contact: mailto:${encodeURI(shop.supportEmail)}`,
    `Contact: ${shop.address}/contact`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${shop.address}/.well-known/security.txt`,
    "",
  ];
  return lines.join("\n");
}
