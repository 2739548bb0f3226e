/** Days until the file expires; RFC 9116 recommends less than a year. */
const HOLDS_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Text of `/.well-known/security.txt` (RFC 9116) with the contact for security reports. It is the same all day, so that it can be
 * cached.
 */
export function securityContact(shop: { address: string; supportEmail: string }, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + HOLDS_DAYS) * DAY_MS);
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
