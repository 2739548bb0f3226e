import { ReadableStream } from "node:stream/web";
import { type ActionFunctionArgs, redirect } from "react-router";
import { exportFor } from "~/content/export-content.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, requireConfirmed, servicesOf } from "../context";

/** Redirects to the page of the export: only POST sends the file, so that a link from elsewhere cannot start the download. */
export const loader = () => redirect("/content");

/** Streams the shop's content as a file while reading it. */
export async function action({ context }: ActionFunctionArgs) {
  requireConfirmed(context, "/content");
  const services = servicesOf(context);
  const lines = await exportFor(services, memberOf(context));
  const day = dayIn(new Date(), services.settings().timeZone);
  return new Response(ReadableStream.from(bytesOf(lines)) as BodyInit, {
    headers: {
      // Not a text type, so that the server does not compress the stream.
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="shop-${day}.json"`,
    },
  });
}

async function* bytesOf(lines: AsyncIterable<string>) {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}
