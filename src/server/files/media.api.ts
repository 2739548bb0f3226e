import { createRoute, z } from "@hono/zod-openapi";
import { fileResponse, CACHE_CONTROL } from "~/platform/file-response.server";
import { mediaAt } from "~/platform/media.server";
import { PICTURE_WIDTHS } from "~/platform/picture-widths.server";
import type { Services } from "~/services";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { Refusal } from "~/shop/refusal";
import { refusals, roomApi } from "~/shop/shop.api";
import { decoded } from "../http/request-url";
import { networkOf, orPlaceholder, resizedResponse } from "./pictures.api";

const widest = Math.max(...PICTURE_WIDTHS);

const media = createRoute({
  method: "get",
  path: "/{path}",
  tags: ["Media"],
  operationId: "media",
  summary: "A stored picture or film; a film in parts, if asked for",
  request: {
    params: z.object({
      path: z.string().max(300).openapi({ example: "products/outlaw-leather-jacket/black-front.webp" }),
    }),
    query: z.object({
      width: z
        .string()
        .regex(/^\d{1,4}$/, "Must be a whole number of pixels.")
        .transform(Number)
        .pipe(z.int().min(1).max(widest))
        .optional()
        .openapi({ type: "integer", description: "A WebP at least this wide, where the picture is wider" }),
    }),
  },
  responses: {
    200: {
      description: "The file",
      content: Object.fromEntries(
        ["image/webp", "image/svg+xml", "image/jpeg", "image/png", "image/avif", "video/mp4"].map((type) => [
          type,
          { schema: z.string().openapi({ format: "binary" }) },
        ]),
      ),
    },
    206: { description: "A part of the file" },
    304: { description: "Unchanged" },
    416: { description: "The file has no such part" },
    ...refusals("input-invalid", "address-unknown"),
  },
});

/** Calls that send stored files, at the paths that responses and bags contain. */
export const mediaApi = ({ db, pictures }: Pick<Services, "db" | "pictures">) => {
  const app = roomApi();
  app.openAPIRegistry.registerPath(media);
  return app.get("/*", async (c) => {
    const { data: asked, error } = media.request.query.safeParse(c.req.query());
    if (error) throw new Refusal("input-invalid", { fields: { width: "Must be a whole number of pixels." } });
    const path = decoded(new URL(c.req.url).pathname)?.replace(/^(\/api)?(?=\/media\/)/, "");
    const known = path && (await mediaAt(db, path));
    if (!known) throw new Refusal("address-unknown");

    return orPlaceholder(async () => {
      const { width: least } = asked;
      const width = least && PICTURE_WIDTHS.find((each) => each >= least && each <= known.width);
      const network = networkOf(c.req.header(CLIENT_ADDRESS));
      const smaller = width && (await pictures.resized(known.hash, width, "webp", network));
      if (smaller) {
        const lifetime = smaller.width === width ? CACHE_CONTROL.hour : CACHE_CONTROL.minute;
        return resizedResponse(c.req.raw, known.hash, smaller, lifetime);
      }
      const file = await pictures.original(known.hash);
      if (!file) throw new Refusal("address-unknown");
      return fileResponse(
        c.req.raw,
        { file, etag: `"${known.hash}"` },
        least ? CACHE_CONTROL.minute : CACHE_CONTROL.hour,
      );
    });
  });
};
