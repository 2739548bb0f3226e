import type { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { fieldErrors } from "./form-values";
import { limits } from "./limits";
import { Refusal } from "./refusal";

/** Maximum number of field errors in the answer to one call of the API. */
const FIELDS = 20;

/** Refusal of a call's input, with an error for each field; `target` is the part of the request that was checked. */
export function invalidInput(error: z.ZodError, target: string): Refusal {
  const fields = Object.entries(fieldErrors(error)).slice(0, FIELDS);
  return new Refusal("input-invalid", {
    fields: Object.fromEntries(
      fields.map(([field, message]) => [field || (target === "json" ? "body" : target), message]),
    ),
  });
}

/** Quick test whether a URL may contain a NUL or a lone surrogate; most URLs do not match. */
const MAYBE_NO_TEXT = /%00|%ed|[^\x20-\x7e]/i;

/** Middleware that refuses NULs and lone surrogates, which PostgreSQL can neither store nor search. */
export const rejectNonText: MiddlewareHandler = async (c, next) => {
  if (c.req.path.includes("\0")) throw new Refusal("address-unknown");
  const parameters = MAYBE_NO_TEXT.test(c.req.url)
    ? Object.entries(c.req.queries()).flatMap(([name, values]) => [name, ...values].map((text) => ({ name, text })))
    : [];
  const wrong = parameters.find(({ text }) => whyNotText(text));
  const [field, words] = wrong ? [wrong.name, whyNotText(wrong.text)] : ((await complaintInBody(c)) ?? []);
  if (field !== undefined && words) throw new Refusal("input-invalid", { fields: { [plain(field)]: words } });
  await next();
};

/** Reason why PostgreSQL cannot store a string, as an error message; undefined if it can. */
function whyNotText(text: string): string | undefined {
  if (text.includes("\0")) return "A NUL is no text.";
  return text.isWellFormed() ? undefined : "Half a character is no text.";
}

/** Cleans a field name, which may itself be malformed, before it is sent back to the client. */
const plain = (name: string): string => name.replaceAll("\0", "").toWellFormed();

async function complaintInBody({ req }: Context): Promise<[field: string, words: string] | undefined> {
  if (!/json/i.test(req.header("content-type") ?? "")) return undefined;
  const text = await req.text();
  if (!text.includes("\0") && !/\\u(0000|d[89a-f])/i.test(text)) return undefined;
  try {
    return complaintIn(JSON.parse(text));
  } catch {
    throw new Refusal("body-malformed");
  }
}

/**
 * Finds malformed text in a JSON value. Iterative, because bodies may be nested deeper than the call stack allows; nesting deeper
 * than any schema is not searched.
 */
function complaintIn(value: unknown): [field: string, words: string] | undefined {
  const waiting: { path: string; value: unknown }[] = [{ path: "", value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const words = typeof next.value === "string" ? whyNotText(next.value) : undefined;
    if (words) return [next.path || "body", words];
    if (next.value === null || typeof next.value !== "object") continue;
    for (const [key, part] of Object.entries(next.value)) {
      const path = next.path ? `${next.path}.${key}` : key;
      const wrongName = whyNotText(key);
      if (wrongName) return [path, wrongName];
      if (path.length < limits.text.line) waiting.push({ path, value: part });
    }
  }
  return undefined;
}
