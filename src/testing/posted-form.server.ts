import { RouterContextProvider } from "react-router";
import { type Services, services } from "~/services";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";

interface Sent {
  /** IP address of the sender. */
  from?: string;
  params?: Record<string, string>;
}

/** Calls a page's action with a form, like the server does. */
export async function posted<A, R>(
  action: (args: A) => R | Promise<R>,
  shop: Services,
  address: string,
  fields: Record<string, string>,
  { from = "203.0.113.7", params = {} }: Sent = {},
): Promise<R> {
  const url = new URL(address, "http://localhost");
  const headers = { [CLIENT_ADDRESS]: from };
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields), headers });
  const context = new RouterContextProvider();
  context.set(services, shop);
  return action({ request, context, params, url } as A);
}
