import { headOf, inChunks } from "./fuzz-request-bytes.mjs";

/** Weights of the kinds of unusual messages: forbidden by HTTP, incomplete, too large, pipelined, or of HTTP/1.0. */
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

const FIRST_LINES = [
  "GET",
  `G\0T / HTTP/1.1`,
  "GET / HTTP/9.9",
  "GET  / HTTP/1.1",
  "get / http/1.1",
  "GET /\x7f HTTP/1.1",
  "CONNECT example.com:443 HTTP/1.1",
  "GET * HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "PRI * HTTP/2.0",
];
const HEADER_LINES = [
  ": x",
  "a b: c",
  "x\0: y",
  "transfer-encoding: xchunked",
  "content-length: abc",
  "content-length: -1",
  " folded",
  "x: \x01",
];
const CHUNKS = [
  "zz\r\n",
  "-1\r\nx\r\n",
  "5\r\nab",
  "ffffffffffffffffff\r\nx",
  "5\n12345\n0\n\n",
  "3\r\nabcd\r\n0\r\n\r\n",
];

const length = (bytes) => ["content-length", bytes];
const CHUNKED = ["transfer-encoding", "chunked"];
const halfClose = (...parts) => ({ parts, after: "half-close" });

/** Builders of broken messages: their bytes, and what the client does after sending them. */
const kinds = {
  "cut off": ({ whole }, draw) => halfClose(whole.subarray(0, draw.below(whole.length))),
  aborted: ({ whole }, draw) => ({ parts: [whole.subarray(0, draw.below(whole.length))], after: "abort" }),
  "length too long": ({ head, body }, draw) => halfClose(head(length(body.length + 1 + draw.below(900))), body),
  "length too short": ({ head, body }, draw) =>
    halfClose(head(length(Math.max(0, body.length - 1 - draw.below(20)))), body),
  "broken chunk": ({ head }, draw) => halfClose(head(CHUNKED), Buffer.from(draw.oneOf(CHUNKS))),
  "both framings": ({ head, body }, draw) => ({ parts: [head(length("4"), CHUNKED), inChunks(body, draw)] }),
  "two lengths": ({ head, body }) => ({ parts: [head(length("4"), length("5")), body] }),
  "no last chunk": ({ head, body }) =>
    halfClose(head(CHUNKED), Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")),
  "bad first line": (_message, draw) =>
    halfClose(Buffer.from(`${draw.oneOf(FIRST_LINES)}\r\nhost: x\r\n\r\n`, "latin1")),
  "bad header": ({ method, target }, draw) =>
    halfClose(Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: x\r\n${draw.oneOf(HEADER_LINES)}\r\n\r\n`, "latin1")),
  "header too large": ({ head }) => halfClose(head(["x-large", "x".repeat(20_000)])),
  pipelined: ({ head, body, method }) => ({
    parts: [
      head(length(body.length)),
      body,
      headOf("GET", "/healthz", [["host", "x"]]),
      headOf("HEAD", "/", [["host", "x"]]),
    ],
    methods: [method, "GET", "HEAD"],
  }),
  "old HTTP": ({ method, target, body }, draw) => {
    const host = draw.chance(0.5) ? "host: x\r\n" : "";
    const head = `${method} ${target} HTTP/1.0\r\n${host}content-length: ${body.length}\r\n\r\n`;
    return { parts: [Buffer.from(head, "latin1"), body] };
  },
  "no host": ({ method, target, headers, body }) => ({
    parts: [headOf(method, target, [length(body.length), ...headers.filter(([name]) => name !== "host")]), body],
  }),
  "bytes of noise": (_message, draw) =>
    halfClose(Buffer.from(Array.from({ length: 1 + draw.below(300) }, () => draw.below(256)))),
};

/** Builds a message of one of the kinds in `BREAKS`, drawn by weight. */
export function brokenMessage(request, draw) {
  const { method, target, headers } = request;
  const body = request.body ?? Buffer.from("a=b");
  const head = (...more) => headOf(method, target, [...headers, ...more]);
  const whole = Buffer.concat([head(length(body.length)), body]);
  const how = draw.weighed(BREAKS);
  const { parts, ...more } = kinds[how]({ method, target, headers, body, head, whole }, draw);
  return {
    bytes: Buffer.concat(parts),
    methods: [method],
    target,
    method,
    how,
    isWhole: false,
    mayClose: true,
    ...more,
  };
}
