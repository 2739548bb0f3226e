import { escapeHtml } from "~/platform/escape-html";
import { cents, formatCents } from "~/shop/money";
import { wholeMoment } from "~/shop/shop-time";
import type { CopiedColumn, CopiedTable } from "./copied-rows.server";

/** Shop and time of a copy. */
export interface CopiedFrom {
  shopName: string;
  /** Time zone of times in the page. */
  zone: string;
  at: Date;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.8rem}h2{margin:2.5rem 0 .5rem;border-bottom:2px solid}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.2rem 1rem;margin:0;padding:.8rem 0;border-bottom:1px solid #bbb;break-inside:avoid}
dt{color:#444}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`;

/** Beginning of the readable page of a copy: whose, from when, and what is left out. */
export const copyHead = (email: string, { shopName, zone, at }: CopiedFrom, leftOut: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Your data at ${escapeHtml(shopName)}</title><style>${STYLE}</style></head><body><main>` +
  `<h1>Your data at ${escapeHtml(shopName)}</h1>` +
  `<p>All that the shop has of ${escapeHtml(email)}, as of ${escapeHtml(wholeMoment(at, zone))}. ` +
  `The same is in the file your-data.json, for programs.</p>` +
  `<h2>What is not in it</h2><ul>${leftOut.map((reason) => `<li>${escapeHtml(reason)}</li>`).join("")}</ul>`;

export const copyFoot = "</main></body></html>\n";

/** A value of a row in words, with its name. */
export interface NamedValue {
  name: string;
  value: string;
}

/** Values of a row in words; empty ones are left out. */
export const namedValues = (
  columns: readonly CopiedColumn[],
  row: Record<string, unknown>,
  zone: string,
): NamedValue[] =>
  columns.flatMap(({ name, isCents }) => {
    const value = wordsOf(row[name], isCents, zone);
    return value === "" ? [] : [{ name: wordsOfName(name), value }];
  });

/** A row of a copy as a list of names and values. */
export const htmlRow = ({ columns }: CopiedTable, row: Record<string, unknown>, zone: string): string =>
  `<dl>${namedValues(columns, row, zone)
    .map(({ name, value }) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
    .join("")}</dl>`;

/** Property's name in words: "postalCode" is "Postal code". */
const wordsOfName = (name: string): string =>
  name
    .replace(/^./, (letter) => letter.toUpperCase())
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** PostgreSQL's text of a moment, as statements without a table's types return it. */
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::?\d\d)?$/;

function wordsOf(value: unknown, isCents: boolean, zone: string): string {
  if (value === null || value === undefined) return "";
  if (isCents && typeof value === "number") return formatCents(cents(value));
  if (value instanceof Date) return wholeMoment(value, zone);
  if (typeof value === "string") return MOMENT.test(value) ? wholeMoment(new Date(value), zone) : value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}
