import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limits } from "~/shop/limits";
import {
  chunked,
  codeOf,
  expectSealed,
  FORM,
  JSON_TYPE,
  openTestDoor,
  request,
  statusOf,
} from "~/testing/test-http-server.server";

const { port, raw } = await openTestDoor();

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
    const received = await raw(
      request("POST /api/instagram", [JSON_TYPE, "transfer-encoding: chunked"], chunked('{"limit":', "2}")),
    );
    expect([statusOf(received), received.includes('"data":[')]).toEqual([200, true]);
    expect(received.toLowerCase()).toContain("cache-control: private, no-store");
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
          const received = await raw(request(`${method} ${path}`, [...headers], body));
          expect([path, statusOf(received)]).toEqual([path, 405]);
          expect(received.toLowerCase()).toMatch(/\r\nallow: get, head/);
          expectSealed(received);
        }
    },
  );

  test("and the connection goes on, whether it was read or not", async () => {
    const twice = [
      request("POST /about", ["transfer-encoding: chunked"], chunked("unread")),
      request("POST /contact", [FORM, "content-length: 3"], "a=b"),
    ].join("");
    const received = await raw(twice, { answers: 2 });
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });

  test("packed, and is not unpacked", async () => {
    const body = gzipSync("{}");
    for (const packed of ["content-encoding: gzip", "content-encoding: identity, gzip"]) {
      const head = request("POST /api/instagram", [JSON_TYPE, packed, `content-length: ${body.length}`]);
      const received = await raw(Buffer.concat([Buffer.from(head), body]));
      expect([statusOf(received), codeOf(received)]).toEqual([415, "body-encoded"]);
    }
    const received = await raw(request("POST /contact", ["transfer-encoding: gzip, chunked"], chunked("a=b")));
    expect(statusOf(received)).toBe(415);
  });
});

describe("a body that is too large", () => {
  const large = "x".repeat(limits.api.bodyBytes + 1);

  test("is refused in the manner of its address, and the connection goes on", async () => {
    for (const [headers, body] of [
      [[`content-length: ${large.length}`], large],
      [["transfer-encoding: chunked"], chunked(large)],
    ] as const) {
      const received = await raw(
        request("POST /api/instagram", [JSON_TYPE, ...headers], body) + request("GET /healthz"),
        {
          answers: 2,
        },
      );
      expect([statusOf(received), codeOf(received), received.match(/HTTP\/1\.1 \d+/g)?.[1]]).toEqual([
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
    const received = await raw(request("POST /contact", [FORM, `content-length: ${large.length}`], large));
    expect(statusOf(received)).toBe(200);
  });

  test("and never ends is answered before the connection is cut", async () => {
    const socket = connect(port, "127.0.0.1");
    const piece = chunked("x".repeat(32 * 1024)).slice(0, -5);
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => (received += bytes));
    socket.write(request("POST /api/instagram", [JSON_TYPE, "transfer-encoding: chunked"]));
    const sending = setInterval(() => socket.write(piece), 5);
    // Not `once` of events: a write to a line that was cut just now is no failure of the shop.
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(sending);
    expect([statusOf(received), codeOf(received)]).toEqual([413, "body-too-large"]);
  });

  test("is not even asked for by one that waits for leave", async () => {
    const wait = ["expect: 100-continue", JSON_TYPE];
    const received = await raw(request("POST /api/instagram", [...wait, `content-length: ${large.length}`]));
    expect([received.includes("100 Continue"), statusOf(received)]).toEqual([false, 413]);
  });
});

describe("one that waits for leave to send", () => {
  test("gets it for a body that is taken", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(request("POST /contact", ["expect: 100-continue", "content-length: 3", "connection: close"]));
    let received = "";
    socket.on("data", (piece) => {
      if (!received) socket.write("a=b");
      received += piece.toString();
    });
    await once(socket, "close");
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(received).toContain('["POST","/contact","a=b"]');
  });

  test("for something else is told that nobody does it", async () => {
    const received = await raw(request("POST /contact", ["expect: a-miracle", "content-length: 3"], "a=b"));
    expect(statusOf(received)).toBe(417);
    expectSealed(received);
  });
});
