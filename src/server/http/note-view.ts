import type { IncomingMessage } from "node:http";
import { addressPrefix } from "~/platform/network-address.server";
import type { Database } from "~/platform/database.server";
import { noteLook } from "~/shop/strangers-letters.server";
import { clientAddress } from "./client-address";

/** Stores that the network of a request looks at a page, whether or not the page comes from a cache. Nobody waits for it. */
export function noteView(db: Database, { method, headers, socket }: IncomingMessage, trustedProxies: number): void {
  if (method !== "GET" || !headers.accept?.includes("text/html")) return;
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  const network = addressPrefix(clientAddress(forwarded, socket.remoteAddress, trustedProxies));
  if (network !== undefined) void noteLook(db, network);
}
