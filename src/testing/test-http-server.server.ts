import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, expect } from "vitest";
import { limits } from "~/shop/limits";
import { respondToClientErrors } from "~/server/http/client-errors";
import { testApp } from "./test-app.server";
import { openTestShop } from "./test-shop.server";

/** A shop behind a real HTTP server, for tests with raw bytes. Its pages answer with the request that they got. */
export async function openTestDoor() {
  const publicUrl = "https://shop.example";
  const shop = { ...(await openTestShop()), address: publicUrl };
  const app = testApp(shop, {
    acceptsForms: (path) => ["/contact", "/upload"].includes(path),
    pages: async (request) => {
      const words = JSON.stringify([request.method, new URL(request.url).pathname, await request.text()]);
      return new Response(words, { headers: { "content-type": "text/html", "cache-control": "public, s-maxage=60" } });
    },
    bodies: [
      { address: /^\/contact$/, most: 2 * limits.api.bodyBytes },
      { address: /^\/upload$/, most: 100, streamed: true },
    ],
  });

  async function serving(headersTimeout: number) {
    const server = createServer({
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      connectionsCheckingInterval: 20,
    });
    server.headersTimeout = headersTimeout;
    server.on("request", app.listener);
    respondToClientErrors(server, app.listener, publicUrl);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
    return { server, port: (server.address() as AddressInfo).port };
  }

  const patient = await serving(60_000);
  // A second server with a short time-out, for requests that are deliberately too slow. All other requests use the patient
  // server, because a busy machine may delay them.
  const impatient = await serving(300);
  return {
    ...patient,
    impatient: impatient.port,
    /**
     * Sends bytes, and returns all received bytes once the server closes the connection or the expected number of answers is
     * complete. With `half`, the client ends its side of the connection after the bytes.
     */
    raw: (bytes: string | Buffer, { answers = 1, half = false, at = patient.port } = {}) =>
      exchange(bytes, { answers, half, at }),
  };
}

async function exchange(
  bytes: string | Buffer,
  { answers, half, at }: { answers: number; half: boolean; at: number },
): Promise<string> {
  const socket = connect(at, "127.0.0.1");
  let received = "";
  socket.on("error", () => {});
  socket.setTimeout(20_000, () => socket.destroy());
  socket.on("data", (piece) => {
    received += piece.toString("latin1");
    if (complete(received, answers)) socket.end();
  });
  socket.write(bytes);
  if (half) socket.end();
  await once(socket, "close");
  return received;
}

/** Whether the received text contains this number of complete answers. */
function complete(received: string, answers: number): boolean {
  let rest = received;
  for (let seen = 0; seen < answers; seen += 1) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const head = rest.slice(0, end);
    if (/^HTTP\/1.1 1\d\d/.test(head)) seen -= 1;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (/\r\ntransfer-encoding: chunked/i.test(head) && !rest.includes("\r\n0\r\n\r\n")) return false;
    if (rest.length < end + 4 + length) return false;
    rest = rest.slice(end + 4 + length);
  }
  return true;
}

export const request = (line: string, headers: string[] = [], body = "") =>
  [`${line} HTTP/1.1`, "host: shop.example", ...headers, "", body].join("\r\n");

export const chunked = (...pieces: string[]) =>
  `${pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;

export const statusOf = (received: string): number =>
  Number(/^HTTP\/1\.1 (\d+)/m.exec(received.replace(/^HTTP\/1.1 100.*\r\n\r\n/, ""))?.[1]);

export const codeOf = (received: string): string | undefined => /"code":"([a-z-]+)"/.exec(received)?.[1];

export const FORM = "content-type: application/x-www-form-urlencoded";

export const JSON_TYPE = "content-type: application/json";

/** Expects that an answer has the headers that all answers must have. */
export function expectSealed(received: string): void {
  for (const name of [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "strict-transport-security",
  ])
    expect(received.toLowerCase()).toContain(`\r\n${name}: `);
}
