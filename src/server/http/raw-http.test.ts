import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "~/platform/log.server";
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

const { impatient, port, raw, server } = await openTestDoor();
afterEach(() => vi.restoreAllMocks());

describe("an unreadable request with", () => {
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
    ["a NUL in an address of the back office", request("GET /back-office/settings/tax/%00"), 422],
    ["a tunnel", "CONNECT other.example:443 HTTP/1.1\r\nhost: other.example\r\n\r\n", 405],
  ])("%s is refused, with the headers of every response, and logs no error", async (_, bytes, status) => {
    const error = vi.spyOn(log, "error");
    const received = await raw(bytes);
    expect(statusOf(received)).toBe(status);
    expectSealed(received);
    expect(error).not.toHaveBeenCalled();
  });

  test("an incomplete body is answered 400 and logs no error", async () => {
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
    const received = await raw("GET / HTTP/1.1\r\nhost: shop.example\r\nx: y\r\n", { at: impatient });
    expect(statusOf(received)).toBe(408);
    expectSealed(received);
  });

  test("garbage after a request does not interrupt the response to that request", async () => {
    const received = await raw(`${request("GET /healthz")}garbage\r\n\r\n`, { answers: 2 });
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });
});

describe("a request target", () => {
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
  ])("%s leads to a page of this shop", async (_, bytes, path) => {
    const received = await raw(Buffer.from(bytes, "latin1"));
    expect([statusOf(received), received.includes(`["GET","${path}",""]`)]).toEqual([200, true]);
  });

  test("with encoded letters in the prefix /api follows the rules of /api", async () => {
    const received = await raw(request("PUT /%61pi/products"));
    expect([statusOf(received), /\r\nallow: (.*)\r\n/i.exec(received)?.[1]]).toEqual([405, "GET, HEAD"]);
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

test("repeated headers do not bypass the checks of content type and origin", async () => {
  const types = await raw(
    request("POST /api/instagram", [JSON_TYPE, "content-type: text/plain", "content-length: 2"], "{}"),
  );
  expect([statusOf(types), codeOf(types)]).toEqual([415, "body-not-json"]);
  const origins = ["origin: https://shop.example", "origin: https://evil.example"];
  expect(statusOf(await raw(request("POST /contact", [...origins, "content-length: 0"])))).toBe(403);
});
