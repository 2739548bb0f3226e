import { MARK } from "./fuzz-values.mjs";

const SECURITY_HEADERS = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "strict-transport-security",
];
const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Matches text that should never leave the server: stack traces, paths in the sources, and failed SQL queries. */
const INSIDE = /\n\s+at \S.*:\d+:\d+|node_modules|Failed query|\/src\/(?:shop|platform|server)\//;

/** Time in milliseconds after which an answer is late. */
export const LATE_MS = 20_000;

/** Maximum number of bytes of a request that are printed; `--only` prints the whole request. */
const MOST_BYTES = 1000;
const EXAMPLES = 2;

/** Whether an answer is the shop's 503 with Retry-After for a full queue, which is no fault. */
export const isBusy = ({ status, headers }) => status === 503 && headers.has("retry-after");

/** Describes all errors in the answers to one request. */
export function complaintsAbout(request, { answers, late }, origin) {
  const { methods, isWhole, mayClose, after } = request;
  if (after === "abort") return [];
  if (late) return ["no answer, and the line was not closed"];
  if (answers.length < methods.length && !mayClose) return ["the line was closed without an answer"];
  return answers.flatMap((answer, index) => aboutOne(answer, methods[index], isWhole, origin));
}

function aboutOne(answer, method, isWhole, origin) {
  const { status, headers, body } = answer;
  const complaints = [];
  const expect = (isTrue, complaint) => isTrue || complaints.push(complaint);

  expect(status >= 200 && status < 600, `the status ${status}`);
  // Other checks of an answer with a server error would only repeat that error.
  if (status >= 500 && !isBusy(answer)) return [`${status}`];
  expect(status !== 429 || headers.has("retry-after"), "429 without Retry-After");
  expect(status !== 405 || headers.has("allow"), "405 without Allow");
  const missing = SECURITY_HEADERS.filter((name) => !headers.has(name));
  expect(missing.length === 0, `${status} without ${missing.join(", ")}`);
  expect(!headers.has("x-injected") && !headers.has("bcc"), "a header that was put in");
  for (const name of headers.keys()) expect(!name.startsWith("access-control-"), `the header ${name}`);
  if (!isWhole) return complaints;

  const kept = headers.get("cache-control") ?? "";
  expect(!WRITING.has(method) || /\bno-store\b/.test(kept), `an answer to ${method} that may be kept`);
  expect(body.length === 0 || headers.has("content-type"), "a body without a type");
  const to = headers.get("location");
  expect(!to || isOwn(to, origin), `a redirect to ${to}`);
  if (!headers.has("content-encoding") && /^(text|application)\//.test(headers.get("content-type") ?? "")) {
    const text = body.toString("utf8");
    expect(!INSIDE.test(text) || /javascript/.test(headers.get("content-type")), "an answer that tells of the program");
    if (/html/.test(headers.get("content-type")))
      expect(
        !text.includes(`<img src=x onerror=${MARK}`) && !text.includes(`<script>${MARK}`),
        "markup that was put in",
      );
  }
  return complaints;
}

/** Whether a redirect stays on the shop: a path that no browser takes for another host, or a URL with the shop's origin. */
const isOwn = (to, origin) => /^\/(?![/\\])/.test(to) || to.startsWith(`${origin}/`);

/**
 * Groups failures by kind, so that a thousand failures of one kind are printed as one line with their places and two examples.
 */
export class Findings {
  #kinds = new Map();
  count = 0;

  add(complaint, { number, kind, how, target = "", bytes }, answers) {
    this.count += 1;
    const known = this.#kinds.get(complaint) ?? { times: 0, places: new Map(), examples: [] };
    this.#kinds.set(complaint, known);
    known.times += 1;
    const place = how ?? `${kind} ${routeOf(target)}`;
    known.places.set(place, (known.places.get(place) ?? 0) + 1);
    if (known.examples.length < EXAMPLES) known.examples.push({ number, bytes, answers });
  }

  lines() {
    const often = (map, count) => [...map].toSorted(([, a], [, b]) => count(b) - count(a));
    return often(this.#kinds, ({ times }) => times).flatMap(([complaint, { times, places, examples }]) => [
      `WRONG ${times} x ${complaint}`,
      `  at ${often(places, Number)
        .slice(0, 12)
        .map(([place, n]) => `${place} (${n})`)
        .join(", ")}`,
      ...examples.flatMap(({ number, bytes, answers }) => [
        `  request ${number}: ${readable(bytes)}`,
        ...answers.map(({ status, body }) => `    answer: ${status} ${readable(body.subarray(0, 160))}`),
      ]),
    ]);
  }
}

/** Path of a request with random parts replaced. */
const routeOf = (target) => {
  const [path = ""] = target.split("?");
  const parts = path.split("/").slice(1, 4);
  return `/${parts.map((part) => (/^[a-z.&-]{1,30}$/.test(part) ? part : "…")).join("/")}`;
};

/** Formats bytes as a JavaScript string literal that can be pasted; long ones are cut. */
function readable(bytes) {
  const text = JSON.stringify(Buffer.from(bytes.subarray(0, MOST_BYTES)).toString("latin1"));
  return bytes.length > MOST_BYTES ? `${text} and ${bytes.length - MOST_BYTES} bytes more` : text;
}
