import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { openTestShop } from "~/demo/test-shop.server";
import { log } from "~/platform/log.server";
import { limits } from "~/shop/limits";
import { shopApp } from "./app";
import { respondToClientErrors } from "./client-errors";

const publicUrl = "https://shop.example";
const shop = { ...(await openTestShop()), address: publicUrl };

/** The pages say what reached them. */
const app = shopApp(shop, {
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
const server = createServer({ maxHeaderSize: 16 * 1024, requireHostHeader: false, connectionsCheckingInterval: 20 });
server.headersTimeout = 300;
server.on("request", app.listener);
respondToClientErrors(server, app.listener, publicUrl);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

afterAll(() => {
  server.close();
  server.closeAllConnections();
});
afterEach(() => vi.restoreAllMocks());

/** Everything that comes back for these bytes until the other side closes, or all answers are there. */
async function raw(bytes: string | Buffer, { answers = 1, half = false } = {}): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.on("error", () => {});
  socket.setTimeout(4000, () => socket.destroy());
  socket.on("data", (piece) => {
    said += piece.toString("latin1");
    if (complete(said, answers)) socket.end();
  });
  socket.write(bytes);
  if (half) socket.end();
  await once(socket, "close");
  return said;
}

/** Whether so many answers are there with their bodies. */
function complete(said: string, answers: number): boolean {
  let rest = said;
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

const request = (line: string, headers: string[] = [], body = "") =>
  [`${line} HTTP/1.1`, "host: shop.example", ...headers, "", body].join("\r\n");
const chunked = (...pieces: string[]) =>
  `${pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;
const statusOf = (said: string): number =>
  Number(/^HTTP\/1\.1 (\d+)/m.exec(said.replace(/^HTTP\/1.1 100.*\r\n\r\n/, ""))?.[1]);
const codeOf = (said: string): string | undefined => /"code":"([a-z-]+)"/.exec(said)?.[1];
const FORM = "content-type: application/x-www-form-urlencoded";
const JSON_TYPE = "content-type: application/json";

function expectSealed(said: string): void {
  for (const name of [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "strict-transport-security",
  ])
    expect(said.toLowerCase()).toContain(`\r\n${name}: `);
}

describe("a body arrives", () => {
  test("with its length, in chunks, and not at all", async () => {
    const sent = [
      request("POST /contact", [FORM, "content-length: 3"], "a=b"),
      request("POST /contact", [FORM, "transfer-encoding: chunked"], chunked("a", "=", "b")),
    ];
    for (const bytes of sent) expect(await raw(bytes)).toContain('["POST","/contact","a=b"]');
    expect(await raw(request("POST /contact"))).toContain('["POST","/contact",""]');
  });

  test("in chunks at a call, as streaming proxies send it", async () => {
    const said = await raw(
      request("POST /api/instagram", [JSON_TYPE, "transfer-encoding: chunked"], chunked('{"limit":', "2}")),
    );
    expect([statusOf(said), said.includes('"data":[')]).toEqual([200, true]);
    expect(said.toLowerCase()).toContain("cache-control: private, no-store");
  });

  test.each(["PUT", "PATCH", "DELETE", "PROPFIND", "LINK", "PURGE", "TRACE", "QUERY"])(
    "by %s, with a body of any kind or none, and is refused everywhere",
    async (method) => {
      for (const path of [
        "/",
        "/contact",
        "/api/products",
        "/healthz",
        "/pictures/x/640.avif",
        "/sitemap.xml",
        "/assets/x.js",
      ])
        for (const [headers, body] of [
          [[], ""],
          [["content-length: 3"], "a=b"],
          [["transfer-encoding: chunked"], chunked("a=b")],
        ] as const) {
          const said = await raw(request(`${method} ${path}`, [...headers], body));
          expect([path, statusOf(said)]).toEqual([path, 405]);
          expect(said.toLowerCase()).toMatch(/\r\nallow: get, head/);
          expectSealed(said);
        }
    },
  );

  test("and the connection goes on, whether it was read or not", async () => {
    const twice = [
      request("POST /about", ["transfer-encoding: chunked"], chunked("unread")),
      request("POST /contact", [FORM, "content-length: 3"], "a=b"),
    ].join("");
    const said = await raw(twice, { answers: 2 });
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });

  test("packed, and is not unpacked", async () => {
    const body = gzipSync("{}");
    for (const packed of ["content-encoding: gzip", "content-encoding: identity, gzip"]) {
      const head = request("POST /api/instagram", [JSON_TYPE, packed, `content-length: ${body.length}`]);
      const said = await raw(Buffer.concat([Buffer.from(head), body]));
      expect([statusOf(said), codeOf(said)]).toEqual([415, "body-encoded"]);
    }
    const said = await raw(request("POST /contact", ["transfer-encoding: gzip, chunked"], chunked("a=b")));
    expect(statusOf(said)).toBe(415);
  });
});

describe("a body that is too large", () => {
  const large = "x".repeat(limits.api.bodyBytes + 1);

  test("is refused in the manner of its address, and the connection goes on", async () => {
    for (const [headers, body] of [
      [[`content-length: ${large.length}`], large],
      [["transfer-encoding: chunked"], chunked(large)],
    ] as const) {
      const said = await raw(request("POST /api/instagram", [JSON_TYPE, ...headers], body) + request("GET /healthz"), {
        answers: 2,
      });
      expect([statusOf(said), codeOf(said), said.match(/HTTP\/1\.1 \d+/g)?.[1]]).toEqual([
        413,
        "body-too-large",
        "HTTP/1.1 200",
      ]);
    }
    const twice = large + large;
    const page = await raw(request("POST /contact", [FORM, `content-length: ${twice.length}`], twice));
    expect([statusOf(page), page.includes("<h1>The request is too large.</h1>")]).toEqual([413, true]);
    expectSealed(page);
  });

  test("is refused where it passes the bound, when it is handed on while it arrives", async () => {
    const upload = (piece: string) =>
      raw(request("POST /upload", ["transfer-encoding: chunked"], chunked(piece, piece)));
    expect([statusOf(await upload("x".repeat(50))), statusOf(await upload("x".repeat(51)))]).toEqual([200, 413]);
  });

  test("is taken where the address has a bound of its own", async () => {
    const said = await raw(request("POST /contact", [FORM, `content-length: ${large.length}`], large));
    expect(statusOf(said)).toBe(200);
  });

  test("and never ends is answered before the connection is cut", async () => {
    const socket = connect(port, "127.0.0.1");
    const piece = chunked("x".repeat(32 * 1024)).slice(0, -5);
    let said = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => (said += bytes));
    socket.write(request("POST /api/instagram", [JSON_TYPE, "transfer-encoding: chunked"]));
    const sending = setInterval(() => socket.write(piece), 5);
    await once(socket, "close");
    clearInterval(sending);
    expect([statusOf(said), codeOf(said)]).toEqual([413, "body-too-large"]);
  });

  test("is not even asked for by one that waits for leave", async () => {
    const wait = ["expect: 100-continue", JSON_TYPE];
    const said = await raw(request("POST /api/instagram", [...wait, `content-length: ${large.length}`]));
    expect([said.includes("100 Continue"), statusOf(said)]).toEqual([false, 413]);
  });
});

describe("one that waits for leave to send", () => {
  test("gets it for a body that is taken", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(request("POST /contact", ["expect: 100-continue", "content-length: 3", "connection: close"]));
    let said = "";
    socket.on("data", (piece) => {
      if (!said) socket.write("a=b");
      said += piece.toString();
    });
    await once(socket, "close");
    expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(said).toContain('["POST","/contact","a=b"]');
  });

  test("for something else is told that nobody does it", async () => {
    const said = await raw(request("POST /contact", ["expect: a-miracle", "content-length: 3"], "a=b"));
    expect(statusOf(said)).toBe(417);
    expectSealed(said);
  });
});

describe("what cannot be read", () => {
  test.each([
    ["a chunk that is none", request("POST /contact", ["transfer-encoding: chunked"], "zz\r\n"), 400],
    ["two lengths", request("POST /contact", ["content-length: 3", "content-length: 4"], "a=b"), 400],
    ["a length that is none", request("POST /contact", ["content-length: -3"], "a=b"), 400],
    [
      "a length and chunks",
      request("POST /contact", ["content-length: 3", "transfer-encoding: chunked"], chunked("a")),
      400,
    ],
    ["no method", "NOTHING / HTTP/1.1\r\n\r\n", 400],
    ["no HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
    ["headers without end", request("GET /", [`x: ${"y".repeat(20_000)}`]), 431],
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["two hosts", request("GET /", ["host: other.example"]), 400],
    ["a host that is none", "GET / HTTP/1.1\r\nhost: a b/c@d\r\n\r\n", 400],
    ["a target that is none", request("GET about"), 400],
    ["bytes above ASCII", request("GET /blog/\u00fc"), 400],
    ["a backslash", request("GET /\\evil.example"), 400],
    ["half a percent sign", request("GET /about%f"), 400],
    ["bytes that are no text", request("GET /api/media/%ff"), 400],
    ["half a character", request("GET /blog/%ed%a0%80"), 400],
    ["an address without end", request(`GET /?q=${"x".repeat(5000)}`), 414],
    ["a NUL", request("GET /about?x=%00"), 422],
    ["a tunnel", "CONNECT other.example:443 HTTP/1.1\r\nhost: other.example\r\n\r\n", 405],
  ])("%s is answered as such, with the headers of every answer", async (_, bytes, status) => {
    const error = vi.spyOn(log, "error");
    const said = await raw(bytes);
    expect(statusOf(said)).toBe(status);
    expectSealed(said);
    expect(error).not.toHaveBeenCalled();
  });

  test("a body that breaks off is nobody's fault", async () => {
    const error = vi.spyOn(log, "error");
    const half = request("POST /contact", [FORM, "content-length: 10"], "a=b");
    expect(statusOf(await raw(half, { half: true }))).toBe(400);

    const socket = connect(port, "127.0.0.1");
    socket.write(half);
    const [, response] = (await once(server, "request")) as [unknown, NodeJS.EventEmitter];
    socket.resetAndDestroy();
    await once(response, "close");
    expect(statusOf(await raw(request("GET /healthz")))).toBe(200);
    expect(error).not.toHaveBeenCalled();
  });

  test("headers that never end are answered 408", async () => {
    const said = await raw("GET / HTTP/1.1\r\nhost: shop.example\r\nx: y\r\n");
    expect(statusOf(said)).toBe(408);
    expectSealed(said);
  });

  test("garbage after a request does not stand in the middle of its answer", async () => {
    const said = await raw(`${request("GET /healthz")}garbage\r\n\r\n`, { answers: 2 });
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });
});

describe("an address", () => {
  test.each([
    ["of another server", "GET http://other.example/about HTTP/1.1\r\nhost: shop.example\r\n\r\n", "/about"],
    [
      "with a user in it",
      "GET http://user:secret@x.example:99/about HTTP/1.1\r\nhost: x\r\ncookie: a=b\r\n\r\n",
      "/about",
    ],
    ["with two slashes", request("GET //evil.example/about"), "//evil.example/about"],
    ["from HTTP/1.0 without a host", "GET /about HTTP/1.0\r\n\r\n", "/about"],
    ["that climbs", request("GET /about/../../../etc/passwd"), "/etc/passwd"],
  ])("%s is one of this shop", async (_, bytes, path) => {
    const said = await raw(Buffer.from(bytes, "latin1"));
    expect([statusOf(said), said.includes(`["GET","${path}",""]`)]).toEqual([200, true]);
  });

  test("with the shop's prefix in other letters is no way around its rules", async () => {
    const said = await raw(request("PUT /%61pi/products"));
    expect([statusOf(said), /\r\nallow: (.*)\r\n/i.exec(said)?.[1]]).toEqual([405, "GET, HEAD"]);
  });

  test.each(["/", "/contact", "/api/products", "/api/nothing", "/healthz", "/sitemap.xml", "/pictures/x/640.avif"])(
    "%s answers HEAD as GET without the body",
    async (path) => {
      const [head, get] = await Promise.all([
        raw(request(`HEAD ${path}`, ["connection: close"])),
        raw(request(`GET ${path}`)),
      ]);
      expect(statusOf(head)).toBe(statusOf(get));
      expect(head.split("\r\n\r\n")[1]).toBe("");
      expectSealed(head);
    },
  );
});

test("repeated headers are taken together and change nothing for others", async () => {
  const types = await raw(
    request("POST /api/instagram", [JSON_TYPE, "content-type: text/plain", "content-length: 2"], "{}"),
  );
  expect([statusOf(types), codeOf(types)]).toEqual([415, "body-not-json"]);
  const origins = ["origin: https://shop.example", "origin: https://evil.example"];
  expect(statusOf(await raw(request("POST /contact", [...origins, "content-length: 0"])))).toBe(403);
});
