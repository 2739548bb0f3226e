import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { exportProducts } from "~/shop/imports/export-products.server";
import { requireRight } from "~/shop/members/rights.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";

/** Sends all products as a CSV file to members with the right to export. */
export function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  return csvDownload(context, "/goods", async () => {
    await requireRight(services, member, "export", "goods.read");
    const encoder = new TextEncoder();
    const pieces = Readable.from(exportProducts(services, member)).map((piece: string) => encoder.encode(piece));
    return {
      name: `goods-${dayIn(new Date(), services.settings().timeZone)}`,
      body: Readable.toWeb(pieces) as ReadableStream,
    };
  });
}
