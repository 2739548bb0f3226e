import { isIP } from "node:net";

/**
 * Part of an IP address that a household or office shares: the whole address for IPv4 (also IPv4-mapped), the /64 for IPv6. A
 * port, brackets, quotes and a zone are ignored. Undefined if the address is invalid.
 */
export function addressPrefix(address: string | null | undefined): string | undefined {
  const plain = bareAddress(address ?? "");
  const version = isIP(plain);
  if (version === 4) return plain;
  if (version !== 6) return undefined;

  const groups = groupsOf(plain);
  const [high = "", low = ""] = groups.slice(6);
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return [...bytesOf(high), ...bytesOf(low)].join(".");
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Whether an address is a loopback address, also if it is IPv4-mapped. */
export function isLoopback(address: string): boolean {
  const plain = bareAddress(address);
  if (isIP(plain) === 6 && groupsOf(plain).join(":") === "0:0:0:0:0:0:0:1") return true;
  return isIP(plain) !== 0 && addressPrefix(plain)?.startsWith("127.") === true;
}

/** Removes port, brackets, zone and quotes from an address, without validating it. */
export function bareAddress(written: string): string {
  const unquoted = written.trim().replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(unquoted)?.[1];
  const host = bracketed ?? unquoted.replace(/^([\d.]+):\d*$/, "$1");
  return host.replace(/%.*$/, "");
}

/** The eight groups of an IPv6 address in hexadecimal, without leading zeros. */
function groupsOf(address: string): string[] {
  // `URL` normalizes all notations, including one that ends with an IPv4 address.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const split = (part: string | undefined) => (part ? part.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - split(head).length - split(tail).length;
  return [...split(head), ...Array.from({ length: missing }, () => "0"), ...split(tail)];
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
