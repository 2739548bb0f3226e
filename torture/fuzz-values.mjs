/** Part of the hostile texts that inject something. If it appears unescaped, or in an answer to somebody else, the shop has let it through. */
export const MARK = "zqfuzz";

const TEXTS = [
  "",
  " ",
  "\0",
  `${MARK}\0`,
  "\ud800",
  `${MARK}\udfff\ud83d`,
  "\u202e\u200f\ufeff\u0000\u2028",
  "🏍️👩‍👩‍👧‍👦🇺🇸",
  "سرج الجبل الحديدي",
  "Zalgo ͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢",
  `'; drop table products; -- ${MARK}`,
  `" or 1=1 or "" = "${MARK}`,
  `') union select null, version() -- ${MARK}`,
  `<img src=x onerror=${MARK}()>`,
  `</script><script>${MARK}()</script>`,
  `"><svg onload=${MARK}()>`,
  `javascript:${MARK}()`,
  `${MARK}\r\nx-injected: ${MARK}`,
  `rider@example.com\r\nbcc: ${MARK}@example.com`,
  `${MARK}%0d%0ax-injected:%20${MARK}`,
  "%s%n%d{{7*7}}${7*7}#{7*7}",
  "${jndi:ldap://127.0.0.1/x}",
  "../../../../etc/passwd",
  "..%2f..%2f..%5c..%5c",
  "file:///etc/passwd",
  "//evil.example/",
  "/\\evil.example",
  "https://evil.example/",
  "http://127.0.0.1:1/",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "true",
  "NaN",
  "Infinity",
  "-0",
  "-1",
  "0.1",
  "1e309",
  "1e-7",
  "0x10",
  "2147483648",
  "-2147483649",
  "9223372036854775808",
  "99999999999999999999999999999999",
  "٣",
  "2026-02-30",
  "0000-00-00T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "-271821-04-19",
  "a,b,,c;d",
  "[]",
  "{}",
  "[object Object]",
  "(((((((((((((((((((((((((a+)+)+)+)+)+)",
  "%",
  "_",
  "\\",
  "a&b=c",
  "é",
  "é",
  "İ",
  "ﬀ",
  "ß".repeat(60),
];

/** Draws a text that no shopper types: malformed, huge, or an injection. */
export function hostileText(draw) {
  const kind = draw.below(12);
  if (kind === 0) return MARK.repeat(draw.oneOf([17, 34, 43, 170, 900, 3000]));
  if (kind === 1) return String.fromCharCode(draw.below(32)) + draw.oneOf(TEXTS);
  if (kind === 2) return draw.oneOf(TEXTS) + draw.oneOf(TEXTS);
  if (kind === 3)
    return Array.from({ length: 1 + draw.below(20) }, () => String.fromCharCode(draw.below(0x1_0000))).join("");
  return draw.oneOf(TEXTS);
}

/** Marks JSON text that no JavaScript value serializes to, such as a number that is too large. */
const RAW = Symbol("raw");
const raw = (text) => ({ [RAW]: text });

const RAW_NUMBERS = ["1e309", "-1e309", "-0", "1e400", "9223372036854775808", "0.1e-400", `${"9".repeat(400)}`].map(
  raw,
);
const NUMBERS = [0, -1, 0.5, 1e21, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e-7, 99_999_999, 100_000_000, 5e-324];

/** Draws any JSON value, mostly of the wrong type. */
export function hostileValue(draw, depth = 0) {
  const kind = draw.below(depth > 2 ? 6 : 10);
  if (kind < 3) return hostileText(draw);
  if (kind === 3) return draw.oneOf(NUMBERS);
  if (kind === 4) return draw.oneOf(RAW_NUMBERS);
  if (kind === 5) return draw.oneOf([null, true, false, [], {}]);
  if (kind === 6) return Array.from({ length: draw.below(6) }, () => hostileValue(draw, depth + 1));
  if (kind === 7) return Array.from({ length: 300 }, (_, index) => index);
  if (kind === 8) return raw(`{"__proto__": {"isPaid": true, "${MARK}": 1}, "constructor": {"prototype": {}}}`);
  return { [hostileText(draw)]: hostileValue(draw, depth + 1), [draw.oneOf(["then", "length", "toJSON"])]: null };
}

/** Serializes a value to JSON, inserting raw JSON text unchanged. Lone surrogates stay escaped. */
export function jsonOf(value) {
  const raws = [];
  const text = JSON.stringify(value, (_, part) => (part?.[RAW] ? `\u0001raw${raws.push(part[RAW]) - 1}\u0001` : part));
  return (text ?? "null").replace(/"\\u0001raw(\d+)\\u0001"/g, (_, index) => raws[index]);
}

/** Percent-encodes a text like a browser, or sometimes leaves it malformed. */
export function encoded(text, draw) {
  if (draw.chance(0.12))
    return draw.oneOf(["%", "%zz", "%f", "%ff", "%c0%af", "%ed%a0%80", "%u0041", "%00", "%25%30%30", "+"]);
  if (draw.chance(0.08))
    return Buffer.from(text, "utf8")
      .toString("latin1")
      .replace(/[^!-~]|[#?&]/g, "");
  return encodeURIComponent(text.toWellFormed());
}

/**
 * Converts a text for use in a header. Replaces line breaks and NULs, because they would end the header and make another kind of
 * request.
 */
export const headerText = (text) => Buffer.from(text.replace(/[\r\n\0]/g, " "), "utf8").toString("latin1");
