import { ReadableStream } from "node:stream/web";
import { type ActionFunctionArgs, redirect } from "react-router";
import { exportFor } from "~/content/export-content.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, requireConfirmed, servicesOf } from "../context";

/** The file comes by POST only: an address that somebody else sends opens nothing. */
export const loader = () => redirect("/content");

/** Sends the whole content as a file while it is read. */
export async function action({ context }: ActionFunctionArgs) {
  requireConfirmed(context, "/content");
  const services = servicesOf(context);
  const lines = await exportFor(services, memberOf(context));
  const day = dayIn(new Date(), services.settings().timeZone);
  return new Response(ReadableStream.from(bytesOf(lines)) as BodyInit, {
    headers: {
      // Sent as it is: what is streamed is not compressed.
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="shop-${day}.json"`,
    },
  });
}

async function* bytesOf(lines: AsyncIterable<string>) {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}
