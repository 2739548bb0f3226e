import { isIP } from "node:net";

/**
 * Part of an IP address that one household or office shares: IPv4 in full (also IPv4-mapped), IPv6 to its /64. Ports, brackets, quotes and
 * zones are ignored. Undefined if invalid.
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

/** Whether an address is a loopback one, also IPv4-mapped. */
export function isLoopback(address: string): boolean {
  const plain = bareAddress(address);
  if (isIP(plain) === 6 && groupsOf(plain).join(":") === "0:0:0:0:0:0:0:1") return true;
  return isIP(plain) !== 0 && addressPrefix(plain)?.startsWith("127.") === true;
}

/** An address without port, brackets, zone and quotes; not validated. */
export function bareAddress(written: string): string {
  const unquoted = written.trim().replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(unquoted)?.[1];
  const host = bracketed ?? unquoted.replace(/^([\d.]+):\d*$/, "$1");
  return host.replace(/%.*$/, "");
}

/** Eight groups of an IPv6 address in hexadecimal, without leading zeros. */
function groupsOf(address: string): string[] {
  // `URL` normalizes all notations, including a trailing IPv4 part.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const split = (part: string | undefined) => (part ? part.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - split(head).length - split(tail).length;
  return [...split(head), ...Array.from({ length: missing }, () => "0"), ...split(tail)];
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
