import { drawing } from "./drawing.mjs";
import { fitting, spoiled } from "./fuzz-schemas.mjs";
import { encoded, headerText, hostileText, jsonOf } from "./fuzz-values.mjs";
import { wireOf } from "./fuzz-framing.mjs";

/** Weights of the kinds of requests. */
const KINDS = {
  call: 30,
  "call with parameters": 19,
  page: 7,
  form: 18,
  data: 8,
  file: 4,
  "any address": 5,
  "broken message": 9,
};
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "PURGE"];
const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/problem+json",
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/octet-stream",
  "json",
  "",
  "*/*",
];

/**
 * Builds a request by its number; the same seed and surface always give the same one. `methods` are the methods of the expected
 * answers; `isWhole` says that the message is valid HTTP, so that the shop itself has to answer it.
 */
export function requestOf(surface, seed, number) {
  const draw = drawing(seed, `request ${number}`);
  const kind = draw.weighed(KINDS);
  const plain = makers[kind](surface, draw);
  if (draw.chance(0.07)) plain.method = draw.oneOf(METHODS);
  return { number, kind, ...wireOf({ headers: [], ...plain }, surface, draw, kind === "broken message") };
}

const makers = {
  call(surface, draw) {
    const { method, path, body } = draw.oneOf(surface.operations.filter((operation) => operation.body));
    const value = fitting(body, draw, surface.known);
    const spoilt = draw.chance(0.8) ? spoiled(value, draw) : value;
    const bytes = draw.chance(0.06) ? brokenJson(draw) : Buffer.from(jsonOf(spoilt));
    const type = draw.chance(0.06) ? draw.oneOf(TYPES) : "application/json";
    return { method, target: filledPath(path, surface, draw), headers: [["content-type", type]], body: bytes };
  },

  "call with parameters"(surface, draw) {
    const { method, path, parameters } = draw.oneOf(surface.operations.filter((operation) => !operation.body));
    const query = parameters.filter((each) => each.in === "query" && draw.chance(0.5));
    const pairs = query.map(({ name, schema }) => [name, fitting(schema, draw, surface.known, name)].map(String));
    return { method, target: filledPath(path, surface, draw) + queryOf(pairs, surface, draw) };
  },

  page(surface, draw) {
    const path = draw.chance(0.75) ? draw.oneOf(surface.pages) : draw.oneOf(surface.shown);
    return { method: "GET", target: bent(path, draw) + (path.includes("?") ? "" : queryOf([], surface, draw)) };
  },

  form(surface, draw) {
    const { action, fields } = draw.oneOf(surface.forms);
    const how = { wildness: draw.oneOf([0, 0, 0.1, 0.4]), isAboutOrder: fields.some(([name]) => name === "order") };
    const typed = fields.map(([name, values]) => [name, valueFor([name, values], surface, draw, how)]);
    const { type, body } = draw.chance(0.3) ? multipart(typed, draw) : urlencoded(typed, draw);
    const path = draw.chance(0.8) ? dataPath(action) : action;
    return { method: "POST", target: path, headers: [["content-type", type], ...originOf(surface, draw)], body };
  },

  data(surface, draw) {
    const path = draw.oneOf([...surface.pages, ...surface.shown]);
    const routes = draw.chance(0.5)
      ? [["_routes", draw.chance(0.6) ? draw.oneOf(surface.routeIds) : hostileText(draw)]]
      : [];
    const [before, query] = dataPath(path).split("?");
    const more = queryOf(routes, surface, draw).slice(1);
    return { method: "GET", target: `${before}?${[query, more].filter(Boolean).join("&")}` };
  },

  file: (surface, draw) => ({
    method: draw.oneOf(["GET", "GET", "HEAD"]),
    target: bent(draw.oneOf(surface.files), draw) + queryOf([["width", String(draw.below(3000))]], surface, draw),
    headers: [
      [
        "range",
        draw.oneOf(["bytes=0-9", "bytes=-1", "bytes=9-1", "bytes=0-0,5-9", "lines=1-2", "bytes=99999999999999999999-"]),
      ],
    ],
  }),

  "any address": (surface, draw) => ({
    method: draw.oneOf(METHODS),
    target: bent(draw.oneOf(surface.others), draw),
    ...(draw.chance(0.5) && { body: Buffer.from(hostileText(draw)) }),
  }),

  "broken message": (surface, draw) => makers[draw.oneOf(["call", "form", "page"])](surface, draw),
};

/** Replaces the parameters of a path by known values, and sometimes by unknown ones. */
const filledPath = (path, { known }, draw) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    if (draw.chance(0.25)) return encoded(hostileText(draw), draw);
    const value = String(draw.oneOf(known.values[name] ?? ["x1"]));
    return name === "path" ? value : encodeURIComponent(value);
  });

/** A path unchanged, or sometimes with a part that no link contains. */
function bent(path, draw) {
  if (draw.chance(0.6)) return path;
  const [before, query = ""] = path.split("?");
  const parts = before.split("/");
  parts[1 + draw.below(parts.length)] = encoded(hostileText(draw), draw);
  const made = draw.oneOf([
    parts.join("/"),
    `${before}/`,
    `/${before}`,
    `${before}.data`,
    `${before}/../..${before}`,
    before.toUpperCase(),
  ]);
  return query ? `${made}?${query}` : made;
}

function queryOf(pairs, { parameters, known }, draw) {
  const all = pairs.map((pair) => (draw.chance(0.35) ? [pair[0], hostileText(draw)] : pair));
  for (let more = draw.below(3); more > 0; more -= 1) {
    const name = draw.chance(0.8) ? draw.oneOf(parameters) : hostileText(draw);
    const value = known.values[name] && draw.chance(0.4) ? draw.oneOf(known.values[name]) : hostileText(draw);
    all.push([name, String(value)]);
  }
  if (all.length > 0 && draw.chance(0.15)) all.push(draw.oneOf(all));
  if (all.length > 0 && draw.chance(0.05)) all.push(...Array.from({ length: 60 }, () => all[0]));
  if (all.length === 0) return draw.chance(0.05) ? "?" : "";
  return `?${all.map(([name, value]) => `${encoded(name, draw)}=${encoded(value, draw)}`).join(draw.chance(0.03) ? ";" : "&")}`;
}

function valueFor([name, values], { known }, draw, { wildness, isAboutOrder }) {
  if (draw.chance(wildness)) return hostileText(draw);
  if (name === "leave_empty") return "";
  if (name === "shown_at") return String(Date.now() - 60_000);
  // Each request uses a different mailbox, except requests about an order, which need the order's own.
  if (name === "email" && !isAboutOrder && draw.chance(0.8)) return `rider-${draw.below(1e9)}@example.com`;
  return String(draw.oneOf(values.length > 0 ? values : (known.values[name] ?? ["Sand and gravel, please."])));
}

function urlencoded(fields, draw) {
  const kept = draw.chance(0.1) ? fields.slice(1) : fields;
  const doubled = draw.chance(0.1) && kept.length > 0 ? [...kept, draw.oneOf(kept)] : kept;
  const text = doubled.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value, draw)}`).join("&");
  const type = draw.chance(0.06) ? draw.oneOf(TYPES) : "application/x-www-form-urlencoded";
  return { type, body: Buffer.from(text) };
}

function multipart(fields, draw) {
  const boundary = "----zqBoundary";
  const part = ([name, value]) => {
    const file = draw.chance(0.15)
      ? `; filename="${headerText(hostileText(draw))}"\r\ncontent-type: ${draw.oneOf(TYPES)}`
      : "";
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  };
  const end = draw.chance(0.15) ? "" : `--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${draw.chance(0.1) ? "another" : boundary}`;
  return { type, body: Buffer.from(fields.map(part).join("") + end) };
}

const originOf = ({ origin }, draw) =>
  draw.chance(0.85) ? [["origin", draw.chance(0.9) ? origin : draw.oneOf(["null", "https://evil.example", "x"])]] : [];

const dataPath = (path) => {
  const [before, query] = path.split("?");
  return (before === "/" ? "/_root.data" : `${before}.data`) + (query ? `?${query}` : "");
};

function brokenJson(draw) {
  const deep = 100 + draw.below(20_000);
  return Buffer.from(
    draw.oneOf([
      "",
      "{",
      "[1,",
      '{"a":1}}',
      "{'a':1}",
      '"\\ud800"',
      "\u0000",
      "\ufeff{}",
      "[".repeat(deep),
      "[".repeat(deep) + "]".repeat(deep),
      '{"a":'.repeat(deep) + "1" + "}".repeat(deep),
      "nul",
      "NaN",
      "\xff\xfe{}",
      '{"a":1,"a":2}',
    ]),
    draw.chance(0.1) ? "latin1" : "utf8",
  );
}
