import { Readable } from "node:stream";
import { services } from "~/services";
import { privatePage } from "~/shop/caching";
import { orNotFound } from "~/shop/form";
import type { Route } from "./+types/your-copy-file.page";
import { copyFile } from "./person-copy.server";

/** Serves the copy of a person's data at the short-lived address that its code opens. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const parts = orNotFound(await copyFile(context.get(services), params.ticket, new Date()));
  return new Response(Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream, {
    headers: {
      ...privatePage,
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="your-data.zip"',
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}
