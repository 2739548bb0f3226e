import { type AddressInfo, createServer, isIPv6, type Server } from "node:net";

/** Thrown when the port is not available; its message is one line for the operator. */
export class PortUnavailable extends Error {
  override readonly name = "PortUnavailable";
}

/** Port and network address; without one, all addresses. */
interface Place {
  port: number;
  host: string | undefined;
}

/**
 * Checks that a port is available, by listening on it for a moment.
 *
 * @throws {PortUnavailable} as `listening`.
 */
export async function requireFree(place: Place, setting: string): Promise<void> {
  const server = createServer();
  await listening(server, place, setting);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Listens on a port; resolves with the address.
 *
 * @throws {PortUnavailable} whose message names the `setting` of the port.
 */
export function listening(server: Server, { port: wanted, host }: Place, setting: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
    const reason = code === "EADDRINUSE" ? "another program has it" : message;
    reject(new PortUnavailable(`Port ${wanted} cannot be used: ${reason}. Set ${setting} to another one.`));
  });
  server.listen(wanted, host, () => {
    const { port } = server.address() as AddressInfo;
    resolve(`http://${isIPv6(host ?? "") ? `[${host}]` : (host ?? "localhost")}:${port}`);
  });
  return promise;
}
