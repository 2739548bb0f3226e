import { isIP } from "node:net";
import { log } from "~/platform/log.server";
import { bareAddress } from "~/platform/network-address.server";

/** Stands for every network address that cannot be read: all of these are counted as one. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * Who asks, by network address. Behind proxies of ours that is what the outermost of them wrote, as far as they wrote
 * something; what a shopper wrote before them is not believed. Without proxies it is the connection's other end.
 */
export function clientAddress(forwarded: string | null, connected: string | undefined, trustedProxies: number): string {
  if (trustedProxies === 0) return readAddress(connected ?? "");
  const named = forwarded?.split(",") ?? [];
  return readAddress(named.at(-Math.min(trustedProxies, named.length)) ?? "");
}

/** Headers in which a proxy names who asks it, one address or a list. */
const NAMING = ["x-forwarded-for", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "fly-client-ip"];

/** Every address that a forwarding header names, whoever wrote it, as written: for what is refused to all but this machine. */
export function forwardedAddresses(headers: Headers): string[] {
  const listed = NAMING.flatMap((name) => headers.get(name)?.split(",") ?? []);
  const standard = headers.get("forwarded")?.split(/[,;]/) ?? [];
  const named = standard.flatMap((part) => /^\s*for\s*=(.*)$/i.exec(part)?.[1] ?? []);
  return [...listed, ...named];
}

/** In lower case and without what proxies add to it; `unknown` when it is none. */
function readAddress(written: string): string {
  const plain = bareAddress(written);
  return isIP(plain) ? plain.toLowerCase() : UNKNOWN_ADDRESS;
}

/** Says once that the proxy does not tell who asks: then all shoppers share one allowance. */
export function missingAddressNotice(trustedProxies: number): (address: string) => void {
  let isSaid = trustedProxies === 0;
  return (address) => {
    if (isSaid || address !== UNKNOWN_ADDRESS) return;
    isSaid = true;
    log.error(
      { trustedProxies },
      "a request came without a readable X-Forwarded-For, though TRUSTED_PROXIES says that a proxy writes one: such requests share their limits",
    );
  };
}
