import { MARK } from "./fuzz-values.mjs";

/** Head of a request, with all values unchanged, even if HTTP does not allow them. */
export const headOf = (method, target, headers) =>
  Buffer.from(
    `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    "latin1",
  );

/** Encodes a body in chunks; with `extended` also with chunk extensions and a trailer. */
export function inChunks(body, draw, extended = false) {
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
