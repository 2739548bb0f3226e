import type { Stripe } from "stripe";

/** All objects of a list at Stripe, page by page. The request should set the limit of a page to 100, the most that Stripe allows. */
export async function allOf<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

/** All objects of a list that is part of another object: Stripe embeds only its first objects, `rest` requests the whole list. */
export async function wholeOf<T>(
  embedded: Stripe.ApiList<T> | null | undefined,
  rest: () => Stripe.ApiListPromise<T>,
): Promise<T[]> {
  return embedded?.has_more ? allOf(rest()) : (embedded?.data ?? []);
}
