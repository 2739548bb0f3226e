/** For how many days what the file says may be relied upon; RFC 9116 advises less than a year. */
const HOLDS_DAYS = 180;
const DAY_MS = 86_400_000;

/** `/.well-known/security.txt` of RFC 9116: whom to tell of a weakness. The same words for a whole day. */
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
