import { services } from "~/services";
import { privatePage } from "~/shop/caching";
import { orNotFound } from "~/shop/form";
import type { Route } from "./+types/label-file.page";
import { labelFile } from "./label-file.server";

const TYPES = { pdf: "application/pdf", png: "image/png" };

/**
 * Serves the label of a return, at the signed address in its letter. Sent as a download, so that it cannot run scripts on the
 * shop's origin.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { kind, file } = orNotFound(await labelFile(context.get(services), params.number, params.signature));
  return new Response(new Uint8Array(file), {
    headers: {
      ...privatePage,
      "Content-Type": TYPES[kind],
      "Content-Disposition": `attachment; filename="return-${params.number}.${kind}"`,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}
