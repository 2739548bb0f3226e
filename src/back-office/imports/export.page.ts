import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { exportProducts } from "~/shop/imports/export-products.server";
import { requireRight } from "~/shop/members/rights.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, requireConfirmed, servicesOf } from "../context";
import { csvAnswer } from "../csv-answer";

/** All products as a file, for members with the right to export who have just shown a factor. */
export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  requireConfirmed(context, "/goods");
  await requireRight(services, member, "export", "goods.read");
  const day = dayIn(new Date(), services.settings().timeZone);
  const encoder = new TextEncoder();
  const pieces = Readable.from(exportProducts(services, member)).map((piece: string) => encoder.encode(piece));
  return csvAnswer(`goods-${day}`, Readable.toWeb(pieces) as ReadableStream);
}
