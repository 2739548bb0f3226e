import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { FakeAccount } from "./stripe-fake-account";
import { FakeStripeError } from "./stripe-fake-errors";
import type { Params } from "./stripe-fake-objects";

/** Faults that a test can inject between the shop and Stripe. */
export type Fault =
  /** The connection breaks before the request has an effect. */
  | "unreachable"
  /** The request is executed, and the connection breaks before the response. */
  | "response-lost"
  /** The request is executed, and the response is delayed until `recover` is called. */
  | "response-late"
  /** The response is a 500 without an effect; it is replayed for the same idempotency key. */
  | "error"
  /** The request is executed, but the response is a 500, which is replayed for the same idempotency key. */
  | "error-after"
  /** The response is 429, without any effect. */
  | "rate-limited"
  /** The response says that the key lacks the permission, without an effect. */
  | "forbidden";

/** A request that the fake received. */
export interface RecordedRequest {
  /** HTTP method and path. */
  what: string;
  version: string | undefined;
  key: string | undefined;
  params: Params;
}

export interface FakeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export type FakeContext = Context<{ Bindings: HttpBindings }>;
interface FakeResponse {
  status: number;
  body: unknown;
}

/**
 * Transport of requests to the fake account. It records and authorizes requests, executes each idempotency key once, and injects
 * the faults that a test asks for.
 */
export class FakeTransport {
  readonly requests: RecordedRequest[] = [];
  readonly #responses = new Map<string, { request: string; response: FakeResponse }>();
  readonly #account: FakeAccount;
  readonly #keys: FakeKeys;
  #faults: { kind: Fault; matching: RegExp; left: number }[] = [];
  #recovered = Promise.withResolvers<void>();

  constructor(account: FakeAccount, keys: FakeKeys) {
    this.#account = account;
    this.#keys = keys;
  }

  inject(kind: Fault, matching: RegExp, times: number): void {
    this.#faults.push({ kind, matching, left: times });
  }

  isLate(): boolean {
    return this.#faults.some(({ kind }) => kind === "response-late");
  }

  recover(): void {
    this.#faults = [];
    this.#recovered.resolve();
    this.#recovered = Promise.withResolvers();
  }

  forgetKeys(): void {
    this.#responses.clear();
  }

  /** Executes `act` for a request and builds the response. */
  async respond(c: FakeContext, act: (params: Params) => unknown): Promise<Response> {
    const params = await paramsOf(c);
    const what = `${c.req.method} ${c.req.path}`;
    const key = c.req.header("idempotency-key");
    this.requests.push({ what, version: c.req.header("stripe-version"), key, params });

    if (!this.#isAuthorized(c, params))
      return write(c, 401, errorBody("invalid_request_error", "Invalid API Key provided."));
    const fault = this.#nextFault(what);
    if (fault === "unreachable") return breakConnection(c);
    if (fault === "rate-limited") return write(c, 429, errorBody("rate_limit_error", "Too many requests."));

    if (fault === "forbidden") return write(c, 403, errorBody("invalid_request_error", "The key may not do this."));

    const { status, body, isReplayed } = this.#onceFor(what, key, params, fault, () => act(params));
    if (fault === "response-lost") return breakConnection(c);
    if (fault === "response-late") await this.#recovered.promise;
    if (c.env.incoming.socket.destroyed) return RESPONSE_ALREADY_SENT;
    if (isReplayed) c.header("idempotent-replayed", "true");
    return write(c, status, body);
  }

  #nextFault(what: string): Fault | undefined {
    const found = this.#faults.find(({ matching, left }) => left > 0 && matching.test(what));
    if (found) found.left -= 1;
    return found?.kind;
  }

  /** Replays the first response for an idempotency key, unless that request was invalid and had no effect. */
  #onceFor(
    what: string,
    key: string | undefined,
    params: Params,
    fault: Fault | undefined,
    act: () => unknown,
  ): FakeResponse & { isReplayed: boolean } {
    const request = `${what} ${JSON.stringify(params)}`;
    const known = key === undefined ? undefined : this.#responses.get(key);
    if (known && known.request !== request) return { status: 400, body: keyReused, isReplayed: false };
    if (known) return { ...known.response, isReplayed: true };

    const done = fault === "error" ? internalError : attempt(act);
    const response = fault === "error-after" ? internalError : done;
    if (key !== undefined && ![400, 404].includes(response.status))
      this.#responses.set(key, { request, response: structuredClone(response) });
    return { ...response, isReplayed: false };
  }

  #isAuthorized(c: FakeContext, params: Params): boolean {
    const bearer = c.req.header("authorization")?.replace(/^Bearer /, "") ?? params["key"];
    delete params["key"];
    if (bearer === this.#keys.secretKey) return true;
    // A browser may only access the intent whose client secret it sends.
    const secret = params["client_secret"] ?? c.req.query("client_secret");
    delete params["client_secret"];
    const intent = this.#account.intents.get(c.req.param("id") ?? "");
    const mayTouch = /confirm$|^\/v1\/payment_intents\/pi_\w+$/.test(c.req.path);
    return bearer === this.#keys.publishableKey && mayTouch && intent?.client_secret === secret;
  }
}

const errorBody = (type: string, message: string) => ({ error: { type, message } });
const internalError: FakeResponse = {
  status: 500,
  body: errorBody("api_error", "Sorry! Something went wrong on our end."),
};
const keyReused = errorBody(
  "idempotency_error",
  "Keys for idempotent requests can only be used with the same parameters they were first used with.",
);

function attempt(act: () => unknown): FakeResponse {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (error instanceof FakeStripeError) return { status: error.status, body: error.body };
    throw error;
  }
}

export function breakConnection(c: FakeContext): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function write(c: FakeContext, status: number, body: unknown): Response {
  // Like Stripe: a retry by its client would only get the same error again.
  if (status === 500) c.header("stripe-should-retry", "false");
  return c.body(JSON.stringify(body), status as 200, { "content-type": "application/json", "request-id": "req_fake" });
}

/** Parses form parameters: "metadata[payment]=1" → { metadata: { payment: "1" } }. */
export async function paramsOf(c: Context): Promise<Params> {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? name;
    let parent = params;
    for (const step of path) {
      const inner = parent[step];
      parent = parent[step] = typeof inner === "object" ? inner : {};
    }
    parent[last] = value;
  }
  return params;
}
