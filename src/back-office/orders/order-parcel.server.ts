import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { memberOf, servicesOf } from "../context";
import { parcelName } from "./order-words";

/**
 * Returns the parcel named in an address, with its order and the data for forms about the parcel. Throws a response with status
 * 404 if there is no such parcel.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function orderParcel({ context, params }: Pick<LoaderFunctionArgs, "context" | "params">, right: Right) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, right);
  const order = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const index = order.parcels.findIndex(({ id }) => String(id) === params.parcel);
  const parcel = orNotFound(order.parcels[index]);
  const form = { number: order.number, version: order.version, submission: randomUUID(), name: parcelName(index) };
  return { order, parcel, form };
}
