import { createServer } from "node:net";

/** Range of ports, below the ephemeral ports of operating systems, which an outgoing connection could take first. */
const [LOWEST, HIGHEST] = [15_000, 32_000];
const TRIES = 100;

/**
 * Returns a port of this machine such that no process listens on it or on the next port.
 *
 * @throws {Error} when no such port is found.
 */
export async function freePort() {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error("There is no free port.");
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
