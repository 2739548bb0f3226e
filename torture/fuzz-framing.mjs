import { brokenMessage } from "./fuzz-breaks.mjs";
import { headOf, inChunks } from "./fuzz-request-bytes.mjs";
import { headerText, hostileText, MARK } from "./fuzz-values.mjs";

/** Weights of the ways to send a body. */
const FRAMINGS = {
  length: 55,
  chunked: 35,
  "chunked with extensions": 4,
  none: 2,
  expect: 2,
  "too large": 1.5,
  "too large, chunked": 1.5,
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

/** Serializes a request to the bytes that are sent. */
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
  // Removes control characters from the target, because Node refuses them before the shop sees the request.
  const request = { ...plain, target: plain.target.replace(/[\p{Cc} ]/gu, ""), headers };
  if (draw.chance(0.02))
    request.target = draw.oneOf([origin, "http://evil.example", "https://a:b@evil.example:99"]) + request.target;
  const clean = headers.every(([, value]) => !/\p{Cc}/u.test(value));
  return isBroken ? brokenMessage(request, draw) : { ...framed(request, draw), isWhole: clean };
}

/**
 * Value of X-Forwarded-For: almost always a different network, sometimes in a form with more than an address, as some proxies
 * send it.
 */
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
