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

describe("a request body", () => {
  test("arrives if it has a length, if it is chunked, and if it is empty", async () => {
    const sent = [
      request("POST /contact", [FORM, "content-length: 3"], "a=b"),
      request("POST /contact", [FORM, "transfer-encoding: chunked"], chunked("a", "=", "b")),
    ];
    for (const bytes of sent) expect(await raw(bytes)).toContain('["POST","/contact","a=b"]');
    expect(await raw(request("POST /contact"))).toContain('["POST","/contact",""]');
  });

  test("arrives at an API call in chunks, as streaming proxies send it", async () => {
    const received = await raw(
      request("POST /api/instagram", [JSON_TYPE, "transfer-encoding: chunked"], chunked('{"limit":', "2}")),
    );
    expect([statusOf(received), received.includes('"data":[')]).toEqual([200, true]);
    expect(received.toLowerCase()).toContain("cache-control: private, no-store");
  });

  test.each(["PUT", "PATCH", "DELETE", "PROPFIND", "LINK", "PURGE", "TRACE", "QUERY"])(
    "of %s is refused with 405 at every kind of address, whether it is empty, has a length or is chunked",
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

  test("leaves the connection usable, whether the shop has read it or not", async () => {
    const twice = [
      request("POST /about", ["transfer-encoding: chunked"], chunked("unread")),
      request("POST /contact", [FORM, "content-length: 3"], "a=b"),
    ].join("");
    const received = await raw(twice, { answers: 2 });
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
  });

  test("is refused if it is compressed", async () => {
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

describe("a body over the limit", () => {
  const large = "x".repeat(limits.api.bodyBytes + 1);

  test("gets a problem document from an API call and an HTML page from a page, and the connection stays open", async () => {
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

  test("is refused at a streaming address as soon as it exceeds the limit", async () => {
    const upload = (piece: string) =>
      raw(request("POST /upload", ["transfer-encoding: chunked"], chunked(piece, piece)));
    expect([statusOf(await upload("x".repeat(50))), statusOf(await upload("x".repeat(51)))]).toEqual([200, 413]);
  });

  test("is accepted at an address with a higher limit", async () => {
    const received = await raw(request("POST /contact", [FORM, `content-length: ${large.length}`], large));
    expect(statusOf(received)).toBe(200);
  });

  test("is answered before the connection is cut, if it never ends", async () => {
    const socket = connect(port, "127.0.0.1");
    const piece = chunked("x".repeat(32 * 1024)).slice(0, -5);
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => (received += bytes));
    socket.write(request("POST /api/instagram", [JSON_TYPE, "transfer-encoding: chunked"]));
    const sending = setInterval(() => socket.write(piece), 5);
    // `events.once` would throw when a write fails because the connection was just cut, which is expected here.
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(sending);
    expect([statusOf(received), codeOf(received)]).toEqual([413, "body-too-large"]);
  });

  test("gets no 100 Continue if the client waits for it before sending", async () => {
    const wait = ["expect: 100-continue", JSON_TYPE];
    const received = await raw(request("POST /api/instagram", [...wait, `content-length: ${large.length}`]));
    expect([received.includes("100 Continue"), statusOf(received)]).toEqual([false, 413]);
  });
});

describe("a client that sends an Expect header", () => {
  test("gets 100 Continue if the body will be accepted", async () => {
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

  test("gets a 417 for any other expectation", async () => {
    const received = await raw(request("POST /contact", ["expect: a-miracle", "content-length: 3"], "a=b"));
    expect(statusOf(received)).toBe(417);
    expectSealed(received);
  });
});
