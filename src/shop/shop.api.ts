import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, TypedResponse } from "hono";
import { HTTPException } from "hono/http-exception";
import { invalidInput } from "./invalid-input.api";
import type { JsonText } from "./json-text";
import { Refusal, type RefusalCode, refusalCodes, refusalHeaders } from "./refusal";
import { noteBody } from "./written-body";

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
  noteBody(c.body(json, 200, { ...headers, "content-type": "application/json" }), json) as unknown as TypedResponse<
    T,
    200,
    "json"
  >;

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
      if (!result.success) throw invalidInput(result.error, result.target);
    },
  });
