import { Agent, createServer, request as ask } from "node:http";
import { buffer } from "node:stream/consumers";

const LOOK_EVERY_MS = 500;
/** Maximum time that a request waits for a ready process, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Opens a reverse proxy for two processes. It polls /readyz, and tries the other process when a connection is refused. */
export async function openProxy(addresses) {
  const agent = new Agent({ keepAlive: true });
  const backends = addresses.map((address) => ({ address, isReady: false, lives: false, taken: 0 }));
  /** Requests that failed for the client, with the reason. */
  const failed = [];
  let served = 0;
  const look = () => Promise.all(backends.map(lookAt));
  await look();
  const looking = setInterval(look, LOOK_EVERY_MS);

  async function forward(incoming, outgoing) {
    const body = await buffer(incoming);
    let backend = await chosen(backends);
    for (let turn = 0; backend && turn < 3; turn += 1) {
      backend.taken += 1;
      const sent = await send(agent, backend, incoming, body);
      if (sent.response) {
        const fault = await passOn(sent.response, incoming, outgoing);
        if (fault) failed.push(`${incoming.method} ${incoming.url} ${fault}`);
        served += 1;
        return;
      }
      // Retries like other proxies do: a refused connection has transmitted nothing, and a GET may be sent twice.
      if (sent.error.code !== "ECONNREFUSED" && incoming.method !== "GET") break;
      backend = (await chosen(backends, backend)) ?? (await chosen(backends));
    }
    failed.push(`${incoming.method} ${incoming.url} reached no process`);
    outgoing.writeHead(502).end();
  }

  const server = createServer((incoming, outgoing) =>
    forward(incoming, outgoing).catch((error) => {
      failed.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      outgoing.destroy();
    }),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    failed,
    served: () => served,
    /** Number of requests sent to each process. */
    taken: () => backends.map((backend) => backend.taken),
    close() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function lookAt(backend) {
  const answer = await fetch(`${backend.address}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  await answer?.text();
  backend.lives = answer !== undefined;
  backend.isReady = answer?.ok === true;
}

/**
 * Chooses the ready process with the fewest requests so far. If none is ready, as on an overloaded machine, chooses one that
 * answers /readyz at all, like the proxy in ops/. Undefined if no process answers in time.
 */
async function chosen(backends, except) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const others = backends.filter((backend) => backend !== except);
    const fit = [others.filter(({ isReady }) => isReady), others.filter(({ lives }) => lives)].find(
      ({ length }) => length > 0,
    );
    const [backend] = (fit ?? []).toSorted((one, other) => one.taken - other.taken);
    if (backend || Date.now() > deadline) return backend;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const send = (agent, { address }, { method, url, headers }, body) =>
  new Promise((resolve) => {
    const { connection: _connection, ...rest } = headers;
    const request = ask(address + url, { method, agent, headers: { ...rest, "content-length": body.length } });
    request.once("response", (response) => resolve({ response }));
    request.once("error", (error) => resolve({ error }));
    request.end(body);
  });

/** Passes a response on to the client; returns a description of what was wrong with it. */
async function passOn(response, { method }, outgoing) {
  const {
    connection: _connection,
    "keep-alive": _keepAlive,
    "transfer-encoding": _encoding,
    ...headers
  } = response.headers;
  try {
    const bytes = await buffer(response);
    outgoing.writeHead(response.statusCode, headers).end(method === "HEAD" ? undefined : bytes);
    return response.statusCode >= 500
      ? `answered ${response.statusCode}: ${bytes.toString().slice(0, 120)}`
      : undefined;
  } catch (error) {
    outgoing.destroy();
    return `broke off: ${error.message}`;
  }
}
