import { lookup as lookUp } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Outgoing } from "./outgoing.server";

/** Error for an address that was refused or could not be fetched; its message is the reason. */
export class NotFetched extends Error {
  override readonly name = "NotFetched";
  /** Whether the host does not respond at all, so that its other files need not be tried. */
  readonly isHostSilent: boolean;

  constructor(words: string, { isHostSilent = false, cause }: { isHostSilent?: boolean; cause?: unknown } = {}) {
    super(words, { cause });
    this.isHostSilent = isHostSilent;
  }
}

/** Access to the network, which tests replace. */
export interface Network {
  resolve(host: string): Promise<{ address: string; family: number }[]>;
  isPublic(address: string): boolean;
  isPort(port: string): boolean;
}

const MOST_REDIRECTS = 3;
/** Maximum time in milliseconds without data during a download; `WHOLE` is the maximum time of a whole download. */
const SILENCE = 10_000;
const WHOLE = 120_000;

const IPV4_OF_NOBODY = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;
/** Ranges of IPv6 addresses within 2000::/3 that are not public. Addresses outside of 2000::/3 are not public either. */
const IPV6_OF_NOBODY = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const blocked = new BlockList();
for (const [net, prefix] of IPV4_OF_NOBODY) blocked.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of IPV6_OF_NOBODY) blocked.addSubnet(net, prefix, "ipv6");
const everybody = new BlockList();
everybody.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, "ipv4");
  return family === 6 && everybody.check(address, "ipv6") && !blocked.check(address, "ipv6");
}

const internet: Network = {
  resolve: (host) => lookUp(host, { all: true }),
  isPublic: isPublicAddress,
  isPort: (port) => port === "",
};

/**
 * Downloads a public file in chunks. A name is resolved only once, and the connection uses that address; redirects follow the
 * same rules.
 *
 * @throws {OutgoingHeld} if the shop is on hold.
 * @throws {NotFetched} for a protocol other than http and https, a password or a port in the address, a host that is not public
 * or cannot be reached, too many redirects, and an answer that is not successful, is cut off, or takes too long.
 */
export async function* fetchPublic(
  address: string,
  outgoing: Outgoing,
  network: Network = internet,
  milliseconds = WHOLE,
): AsyncGenerator<Uint8Array> {
  outgoing.pass("file");
  const signal = AbortSignal.timeout(milliseconds);
  let url = parsed(address);
  for (let redirects = 0; ; redirects += 1) {
    const response = await answered(url, network, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        if (redirects >= MOST_REDIRECTS) throw new NotFetched("it leads from one address to the next");
        url = parsed(headers.location, url);
        continue;
      }
      if (statusCode !== 200) throw new NotFetched(`its host answers ${statusCode}`);
      yield* response as AsyncIterable<Uint8Array>;
      return;
    } catch (error) {
      throw notFetched(error, signal, "its host broke off");
    } finally {
      response.destroy();
    }
  }
}

/** Converts an error of a host to an error of the fetched address. */
function notFetched(error: unknown, signal: AbortSignal, words: string): NotFetched {
  if (error instanceof NotFetched) return error;
  return signal.aborted ? silent(error) : new NotFetched(words, { cause: error });
}

const silent = (cause?: unknown) => new NotFetched("its host does not answer in time", { isHostSilent: true, cause });

function parsed(address: string, from?: URL): URL {
  const url = URL.parse(address, from);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new NotFetched("only addresses that begin with http:// or https:// are fetched");
  if (url.username || url.password) throw new NotFetched("it holds a password");
  return url;
}

async function answered(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  if (!network.isPort(url.port)) throw new NotFetched("its port is not one of the web");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const known = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolved(host, network, signal);
  const [first] = known;
  // A name is refused if any of its addresses is not public.
  if (!first || !known.every(({ address }) => network.isPublic(address)))
    throw new NotFetched("its host is not on the public Internet");
  const pinned: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [first]) : callback(null, first.address, first.family);
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const headers = { accept: "image/*", "user-agent": "picture import" };
    const request = send(url, { lookup: pinned, agent: false, timeout: SILENCE, headers, signal });
    request.on("response", resolve);
    request.on("timeout", () => request.destroy(silent()));
    request.on("error", (error) => reject(unreached(notFetched(error, signal, "its host cannot be reached"))));
    request.end();
  });
}

/** A host that refuses connections also counts as not responding. */
const unreached = (error: NotFetched) => new NotFetched(error.message, { isHostSilent: true, cause: error });

/** Resolves the addresses of a name, within `SILENCE` and the time of the whole download. */
async function resolved(
  host: string,
  network: Network,
  signal: AbortSignal,
): Promise<{ address: string; family: number }[]> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(SILENCE)]);
  const late = new Promise<never>((_, reject) => {
    inTime.addEventListener("abort", () => reject(silent()), { once: true });
  });
  const found = network.resolve(host).catch(() => {
    throw new NotFetched("there is no such host", { isHostSilent: true });
  });
  return Promise.race([found, late]);
}
