import { createServer } from "node:net";

/** Range of ports, below the ephemeral ports of operating systems, which another connection may take before the port is used. */
const [LOWEST, HIGHEST] = [15_000, 32_000];
const TRIES = 100;

/**
 * A port of this machine that nothing listens on now, nor on the one after it.
 *
 * @throws {Error} when none is found.
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
