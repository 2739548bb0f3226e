import { isIP } from "node:net";
import { log } from "~/platform/log.server";
import { bareAddress } from "~/platform/network-address.server";

/** Common key for all unreadable network addresses: they share one allowance. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * Network address of a client. Behind trusted proxies it is the one written by the outermost of them; earlier entries can be
 * forged. Without proxies it is the address of the connection.
 */
export function clientAddress(forwarded: string | null, connected: string | undefined, trustedProxies: number): string {
  if (trustedProxies === 0) return readAddress(connected ?? "");
  const named = forwarded?.split(",") ?? [];
  return readAddress(named.at(-Math.min(trustedProxies, named.length)) ?? "");
}

/** Headers in which proxies name the client, as one address or as a list. */
const NAMING = ["x-forwarded-for", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "fly-client-ip"];

/**
 * All addresses in forwarding headers, trusted or not and unparsed: access that is limited to this machine requires all to be
 * local.
 */
export function forwardedAddresses(headers: Headers): string[] {
  const listed = NAMING.flatMap((name) => headers.get(name)?.split(",") ?? []);
  const standard = headers.get("forwarded")?.split(/[,;]/) ?? [];
  const named = standard.flatMap((part) => /^\s*for\s*=(.*)$/i.exec(part)?.[1] ?? []);
  return [...listed, ...named];
}

/** Address in lower case without port and brackets; `unknown` if invalid. */
function readAddress(written: string): string {
  const plain = bareAddress(written);
  return isIP(plain) ? plain.toLowerCase() : UNKNOWN_ADDRESS;
}

/** Warns once when the proxy does not name clients: then all shoppers share one allowance. */
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
