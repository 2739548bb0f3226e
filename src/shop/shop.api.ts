import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler, TypedResponse } from "hono";
import { HTTPException } from "hono/http-exception";
import { fieldErrors } from "./form-values";
import type { JsonText } from "./json-text";
import { limits } from "./limits";
import { Refusal, type RefusalCode, refusalCodes, refusalHeaders } from "./refusal";

/** Maximum number of field errors in one problem document. */
const COMPLAINTS = 20;

const Problem = z
  .looseObject({
    type: z.literal("about:blank"),
    title: z.string().meta({ description: "What the status means", example: "Unprocessable Content" }),
    status: z.int().meta({ example: 422 }),
    detail: z.string().meta({ description: "What a person reads", example: "Value is not valid." }),
    code: z.enum([...refusalCodes, "fault"]).meta({ description: "Stable, for programs", example: "input-invalid" }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: "Which fields are to blame", example: [{ field: "categoryId", message: "Required" }] }),
  })
  .meta({ id: "Problem", description: "A problem document of RFC 9457" });

const TITLES: Record<number, string> = {
  400: "Bad Request",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

interface Declined {
  status: number;
  code: RefusalCode | "fault";
  message: string;
  fields?: Record<string, string>;
  details?: object | undefined;
}

/**
 * Creates the response with a problem document (RFC 9457). Details are added, but cannot replace the document's standard members.
 */
export function problem({ status, code, message, fields = {}, details = {} }: Declined): Response {
  const errors = Object.entries(fields).map(([field, words]) => ({ field, message: words }));
  const title = TITLES[status] ?? "Error";
  const document = { ...details, type: "about:blank", title, status, detail: message, code, errors };
  return new Response(JSON.stringify(document), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...refusalHeaders(details),
    },
  });
}

/** Problem document for a refusal; undefined for other errors. */
export function declined(error: Error): Response | undefined {
  if (error instanceof Refusal) return problem(error);
  if (!(error instanceof HTTPException)) return undefined;
  if (error.status === 400) return problem(new Refusal("body-malformed"));
  if (error.status === 415) return problem(new Refusal("body-not-json"));
  return undefined;
}

/** OpenAPI description of a successful response. */
export const jsonResponse = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** Successful response with JSON that is already serialized. */
export const writtenJson = <T>(c: Context, json: JsonText<T>, headers: Record<string, string> = {}) =>
  // Hono's types only accept JSON that Hono serialized itself.
  c.body(json, 200, { ...headers, "content-type": "application/json" }) as unknown as TypedResponse<T, 200, "json">;

/** OpenAPI descriptions of a call's refusals, by HTTP status. */
export function refusals(...codes: RefusalCode[]) {
  const content = { "application/problem+json": { schema: Problem } };
  const known = codes.map((code) => new Refusal(code));
  const statuses = [...new Set(known.map(({ status }) => status)), 500];
  return Object.fromEntries(
    statuses.map((status) => {
      const words = known.filter((refusal) => refusal.status === status).map(({ code }) => `\`${code}\``);
      const description = [TITLES[status], words.join(", ")].filter(Boolean).join(": ");
      return [status, { description, content }];
    }),
  );
}

/** OpenAPI description of a required JSON body. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  required: true,
  content: { "application/json": { schema } },
});

/** Hono app for the API calls of a room; invalid input is refused with an error for each field. */
export const roomApi = () =>
  new OpenAPIHono({
    defaultHook: (result) => {
      if (result.success) return;
      const fields = Object.entries(fieldErrors(result.error)).slice(0, COMPLAINTS);
      throw new Refusal("input-invalid", {
        fields: Object.fromEntries(
          fields.map(([field, message]) => [field || (result.target === "json" ? "body" : result.target), message]),
        ),
      });
    },
  });

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
