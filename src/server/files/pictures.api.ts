import type { Context } from "hono";
import { CACHE_CONTROL, fileResponse } from "~/platform/file-response.server";
import { PICTURE_FORMATS, PICTURE_WIDTHS } from "~/platform/picture-store.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";

/**
 * `/pictures/{hash}/640.avif`: the resized picture, or the original with a short cache time until it is made.
 *
 * @throws {Refusal} `address-unknown`.
 */
export async function pictureResponse(c: Context, { pictures }: Pick<Services, "pictures">): Promise<Response> {
  const { hash = "", file = "" } = c.req.param();
  const [, requested, extension] = /^(\d+|original)(?:\.(\w+))?$/.exec(file) ?? [];
  const width = PICTURE_WIDTHS.find((known) => String(known) === requested);
  const format = PICTURE_FORMATS.find((known) => known === extension);
  if (requested !== "original" && !(width && format)) throw new Refusal("address-unknown");

  const etag = `"${hash}-${file}"`;
  const derived = width && format ? await pictures.derived(hash, width, format) : undefined;
  if (derived) return fileResponse(c.req.raw, { file: derived, etag }, CACHE_CONTROL.immutable);
  const original = await pictures.original(hash);
  if (!original) throw new Refusal("address-unknown");
  const cacheControl = requested === "original" ? CACHE_CONTROL.immutable : CACHE_CONTROL.minute;
  return fileResponse(c.req.raw, { file: original, etag: `"${hash}"` }, cacheControl);
}
