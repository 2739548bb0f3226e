import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";

/** A network between the shop and its database that may fall silent: it then accepts and swallows everything. */
export interface SilencedNetwork {
  /** Address of the database through this network. */
  url: string;
  silence(): void;
  close(): void;
}

/** Opens a network to the database at `url`, over TCP or a socket file. */
export async function silencedNetwork(url: string): Promise<SilencedNetwork> {
  const address = new URL(url);
  const socketFolder = address.searchParams.get("host");
  const port = Number(address.port || 5432);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = socketFolder
      ? connect({ path: `${socketFolder}/.s.PGSQL.${port}`, allowHalfOpen: true })
      : connect({ host: address.hostname, port, allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("data", (bytes) => isSilent || to.write(bytes));
      from.on("end", () => isSilent || to.end());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  own.searchParams.delete("host");
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as { port: number }).port);
  return {
    url: own.href,
    silence: () => void (isSilent = true),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
