import { headerText, hostileText, MARK } from "./fuzz-values.mjs";

/** How often a body is sent in each way. */
const FRAMINGS = {
  length: 55,
  chunked: 35,
  "chunked with extensions": 4,
  none: 2,
  expect: 2,
  "too large": 1.5,
  "too large, chunked": 1.5,
};
/** Messages that HTTP forbids, or that end before they are over. */
const BREAKS = {
  "cut off": 2,
  aborted: 2,
  "length too long": 2,
  "length too short": 2,
  "broken chunk": 2,
  "both framings": 1,
  "two lengths": 1,
  "no last chunk": 1,
  "bad first line": 2,
  "bad header": 2,
  "header too large": 1,
  pipelined: 3,
  "old HTTP": 2,
  "no host": 1,
  "bytes of noise": 1,
};
const ODD_HEADERS = [
  ["range", "bytes=0-"],
  ["range", "bytes=5-2,-0"],
  ["if-none-match", "*"],
  ["if-none-match", 'W/"x", "y", '],
  ["if-modified-since", "Thu, 99 Foo 2026 25:61:61 GMT"],
  ["if-range", "x"],
  ["cookie", `a=b; ${MARK}=1; __proto__=x; ;=;`],
  ["cookie", "a=".repeat(900)],
  ["authorization", "Bearer null"],
  ["authorization", "Basic !!!!"],
  ["accept-encoding", "br;q=1.5, gzip;q=, *;q=0"],
  ["accept-encoding", "br"],
  ["accept-encoding", "identity;q=0"],
  ["accept", "application/json;q=0"],
  ["accept-language", "x".repeat(400)],
  ["origin", "null"],
  ["origin", "https://evil.example"],
  ["referer", "javascript:alert(1)"],
  ["x-forwarded-host", "evil.example"],
  ["x-forwarded-proto", "gopher"],
  ["x-client-address", "127.0.0.1"],
  ["x-http-method-override", "DELETE"],
  ["x-original-url", "/.env"],
  ["forwarded", "for=unknown;host=evil.example"],
  ["content-encoding", "gzip"],
  ["content-length", "0"],
  ["upgrade", "websocket"],
  ["upgrade", "h2c"],
  ["te", "trailers, deflate"],
  ["sec-fetch-site", "cross-site"],
  ["purpose", "prefetch"],
  ["stripe-signature", "t=1,v1=00"],
  ["x-react-router-prefetch", "1"],
];

/** A request as the bytes that go over the line. */
export function wireOf(plain, { origin }, draw, isBroken) {
  const host = draw.chance(0.9)
    ? new URL(origin).host
    : draw.oneOf(["evil.example", "localhost:1", "[::1]", "a b", "", "x".repeat(300)]);
  const headers = [["host", host], ["x-forwarded-for", network(draw)], ...plain.headers];
  const isDoubled = (name) => ["content-length", "upgrade"].includes(name) && (plain.body || isBroken);
  for (let odd = draw.chance(0.25) ? 1 + draw.below(3) : 0; odd > 0; odd -= 1) {
    const [name, value] = draw.chance(0.85) ? draw.oneOf(ODD_HEADERS) : ["x-odd", headerText(hostileText(draw))];
    if (!isDoubled(name)) headers.push([name, value]);
  }
  // Node takes no control characters in a header, and answers that itself.
  const request = { ...plain, target: plain.target.replace(/[\p{Cc} ]/gu, ""), headers };
  if (draw.chance(0.02))
    request.target = draw.oneOf([origin, "http://evil.example", "https://a:b@evil.example:99"]) + request.target;
  const clean = headers.every(([, value]) => !/\p{Cc}/u.test(value));
  return isBroken ? broken(request, draw) : { ...framed(request, draw), isWhole: clean };
}

/** As many networks as there are requests, nearly; some proxies write more than an address. */
function network(draw) {
  const some = () => `10.${draw.below(256)}.${draw.below(256)}.${draw.below(256)}`;
  if (draw.chance(0.9)) return some();
  const six = `2001:db8:${draw.below(65_536).toString(16)}::${draw.below(65_536).toString(16)}`;
  return draw.oneOf([
    six,
    `[${six}]:443`,
    `${some()}:51234`,
    `${MARK}, ${some()}`,
    "unknown",
    "",
    `${some()},`,
    "::ffff:10.1.2.3",
  ]);
}

function framed({ method, target, headers, body }, draw) {
  const head = (more) => headOf(method, target, [...headers, ...more]);
  const answer = (bytes, more = {}) => ({ bytes, methods: [method], target, method, ...more });
  if (!body) return answer(head(draw.chance(0.02) && method !== "GET" ? [["content-length", "0"]] : []));
  const framing = draw.weighed(FRAMINGS);
  switch (framing) {
    case "none":
      return answer(head([]));
    case "expect":
      return answer(
        Buffer.concat([
          head([
            ["expect", "100-continue"],
            ["content-length", body.length],
          ]),
          body,
        ]),
      );
    case "too large": {
      const large = Buffer.alloc(70_000 + draw.below(400_000), body.length > 0 ? body : "x");
      return answer(Buffer.concat([head([["content-length", large.length]]), large]), { mayClose: true });
    }
    case "too large, chunked":
      return answer(
        Buffer.concat([
          head([["transfer-encoding", "chunked"]]),
          inChunks(Buffer.alloc(70_000 + draw.below(400_000), "x"), draw),
        ]),
        { mayClose: true },
      );
    case "length":
      return answer(Buffer.concat([head([["content-length", body.length]]), body]));
    default:
      return answer(
        Buffer.concat([head([["transfer-encoding", "chunked"]]), inChunks(body, draw, framing !== "chunked")]),
      );
  }
}

function broken(request, draw) {
  const { method, headers } = request;
  const target = request.target;
  const body = request.body ?? Buffer.from("a=b");
  const head = (more) => headOf(method, target, [...headers, ...more]);
  const how = draw.weighed(BREAKS);
  const sent = (parts, more = {}) => ({
    bytes: Buffer.concat(parts),
    methods: [method],
    target,
    method,
    how,
    isWhole: false,
    mayClose: true,
    ...more,
  });
  const chunkedHead = [["transfer-encoding", "chunked"]];
  const whole = Buffer.concat([head([["content-length", body.length]]), body]);
  switch (how) {
    case "cut off":
      return sent([whole.subarray(0, draw.below(whole.length))], { after: "half-close" });
    case "aborted":
      return sent([whole.subarray(0, draw.below(whole.length))], { after: "abort" });
    case "length too long":
      return sent([head([["content-length", body.length + 1 + draw.below(900)]]), body], { after: "half-close" });
    case "length too short":
      return sent([head([["content-length", Math.max(0, body.length - 1 - draw.below(20))]]), body], {
        after: "half-close",
      });
    case "broken chunk":
      return sent(
        [
          head(chunkedHead),
          Buffer.from(
            draw.oneOf([
              "zz\r\n",
              "-1\r\nx\r\n",
              "5\r\nab",
              "ffffffffffffffffff\r\nx",
              "5\n12345\n0\n\n",
              "3\r\nabcd\r\n0\r\n\r\n",
            ]),
          ),
        ],
        { after: "half-close" },
      );
    case "both framings":
      return sent([head([["content-length", "4"], ...chunkedHead]), inChunks(body, draw)]);
    case "two lengths":
      return sent([
        head([
          ["content-length", "4"],
          ["content-length", "5"],
        ]),
        body,
      ]);
    case "no last chunk":
      return sent([head(chunkedHead), Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")], {
        after: "half-close",
      });
    case "bad first line":
      return sent(
        [
          Buffer.from(
            `${draw.oneOf(["GET", `G\0T / HTTP/1.1`, "GET / HTTP/9.9", "GET  / HTTP/1.1", "get / http/1.1", "GET /\x7f HTTP/1.1", "CONNECT example.com:443 HTTP/1.1", "GET * HTTP/1.1", "OPTIONS * HTTP/1.1", "PRI * HTTP/2.0"])}\r\nhost: x\r\n\r\n`,
            "latin1",
          ),
        ],
        { after: "half-close" },
      );
    case "bad header":
      return sent(
        [
          Buffer.from(
            `${method} ${target} HTTP/1.1\r\nhost: x\r\n${draw.oneOf([": x", "a b: c", "x\0: y", "transfer-encoding: xchunked", "content-length: abc", "content-length: -1", " folded", "x: \x01"])}\r\n\r\n`,
            "latin1",
          ),
        ],
        { after: "half-close" },
      );
    case "header too large":
      return sent([head([["x-large", "x".repeat(20_000)]])], { after: "half-close" });
    case "pipelined":
      return sent(
        [
          head([["content-length", body.length]]),
          body,
          headOf("GET", "/healthz", [["host", "x"]]),
          headOf("HEAD", "/", [["host", "x"]]),
        ],
        { methods: [method, "GET", "HEAD"] },
      );
    case "old HTTP":
      return sent([
        Buffer.from(
          `${method} ${target} HTTP/1.0\r\n${draw.chance(0.5) ? "host: x\r\n" : ""}content-length: ${body.length}\r\n\r\n`,
          "latin1",
        ),
        body,
      ]);
    case "no host":
      return sent([
        headOf(method, target, [["content-length", body.length], ...headers.filter(([name]) => name !== "host")]),
        body,
      ]);
    default:
      return sent([Buffer.from(Array.from({ length: 1 + draw.below(300) }, () => draw.below(256)))], {
        after: "half-close",
      });
  }
}

/** Node's own parser refuses what is not allowed in a header; everything else goes out as it was drawn. */
const headOf = (method, target, headers) =>
  Buffer.from(
    `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    "latin1",
  );

function inChunks(body, draw, extended = false) {
  const parts = [];
  for (let at = 0; at < body.length;) {
    const size = Math.min(body.length - at, 1 + draw.below(draw.chance(0.3) ? 8 : 20_000));
    parts.push(
      Buffer.from(`${size.toString(16)}${extended ? `;${MARK}="x"` : ""}\r\n`),
      body.subarray(at, at + size),
      Buffer.from("\r\n"),
    );
    at += size;
  }
  return Buffer.concat([...parts, Buffer.from(extended ? `0\r\nx-trailer: ${MARK}\r\n\r\n` : "0\r\n\r\n")]);
}
