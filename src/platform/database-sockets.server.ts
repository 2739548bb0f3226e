import { Socket } from "node:net";

/** Milliseconds without traffic after which the system asks whether the database's host is still there; it gives up 10 s later. */
const KEEP_ALIVE_MS = 10_000;

/** Sockets of some database connections. */
export interface DatabaseSockets {
  /** Options for the connections. */
  options: { stream: () => Socket; keepAlive: true; keepAliveInitialDelayMillis: number };
  /**
   * Waits until connections are closed; after `milliseconds` their sockets are destroyed. The driver closes a connection only once
   * the server has closed its side, and a pool waits for statements under way: neither ever happens if the network swallows
   * everything.
   */
  closing<T>(close: () => Promise<T>, milliseconds: number): Promise<T>;
}

/** Collects the sockets of database connections that use its options. */
export function databaseSockets(): DatabaseSockets {
  const open = new Set<Socket>();
  const stream = () => {
    const socket = new Socket();
    open.add(socket);
    return socket.once("close", () => open.delete(socket));
  };
  return {
    options: { stream, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS },
    async closing(close, milliseconds) {
      const cut = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, milliseconds);
      try {
        return await close();
      } finally {
        clearTimeout(cut);
      }
    },
  };
}
