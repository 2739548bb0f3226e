import { createHash } from "node:crypto";
import type { Context } from "hono";
import { isDiskFull } from "~/platform/disk-full";
import { StoreUnavailable } from "~/platform/object-store.server";
import { CACHE_CONTROL, fileResponse } from "~/platform/file-response.server";
import { addressPrefix } from "~/platform/network-address.server";
import { PICTURE_FORMATS, PICTURE_WIDTHS, type ResizedPicture } from "~/platform/picture-widths.server";
import type { Services } from "~/services";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { Refusal } from "~/shop/refusal";
import { shareTextsIn } from "~/shop/share-picture.server";
import { shareDrawings } from "./share-drawing";

/**
 * `/pictures/{hash}/640.avif`: the resized picture, made now if it is missing. If another size or format is sent in its place,
 * the cache time is short. SVGs, films and files that cannot be resized are sent as the original.
 *
 * @throws {Refusal} `address-unknown`.
 */
export const pictureResponse = (c: Context, services: Pick<Services, "pictures">): Promise<Response> =>
  orPlaceholder(() => storedPicture(c, services));

async function storedPicture(c: Context, { pictures }: Pick<Services, "pictures">): Promise<Response> {
  const { hash = "", file = "" } = c.req.param();
  const [, requested, extension] = /^(\d+|original)(?:\.(\w+))?$/.exec(file) ?? [];
  const width = PICTURE_WIDTHS.find((known) => String(known) === requested);
  const format = PICTURE_FORMATS.find((known) => known === extension);
  if (requested !== "original" && !(width && format)) throw new Refusal("address-unknown");

  const network = networkOf(c.req.header(CLIENT_ADDRESS));
  const smaller = width && format && (await pictures.resized(hash, width, format, network));
  if (smaller) {
    const isAsked = smaller.width === width && smaller.format === format;
    return resizedResponse(c.req.raw, hash, smaller, isAsked ? CACHE_CONTROL.immutable : CACHE_CONTROL.minute);
  }
  const original = await pictures.original(hash, network);
  if (!original) throw new Refusal("address-unknown");
  const cacheControl = requested === "original" ? CACHE_CONTROL.immutable : CACHE_CONTROL.minute;
  return fileResponse(c.req.raw, { file: original, etag: `"${hash}"` }, cacheControl);
}

/**
 * `/pictures/{hash}/share/{texts}.{signature}.jpg`: the picture of a link preview, made now if it is missing. If it cannot be made,
 * or not in time, the original is sent with a short cache time.
 *
 * @throws {Refusal} `address-unknown`, also for an address that no page of the shop has named.
 */
export const shareResponse = (c: Context, services: Pick<Services, "pictures" | "sealer">): Promise<Response> =>
  orPlaceholder(async () => {
    const { hash = "", file = "" } = c.req.param();
    const texts = shareTextsIn(services.sealer, hash, file);
    if (!texts) throw new Refusal("address-unknown");
    const key = createHash("sha256").update(file).digest("hex").slice(0, 16);
    const network = networkOf(c.req.header(CLIENT_ADDRESS));
    const made = await services.pictures.composed(hash, key, () => shareDrawings(texts), network);
    if (made) return fileResponse(c.req.raw, { file: made, etag: `"${hash}-${key}"` }, CACHE_CONTROL.immutable);
    const original = await services.pictures.original(hash, network);
    if (!original) throw new Refusal("address-unknown");
    return fileResponse(c.req.raw, { file: original, etag: `"${hash}"` }, CACHE_CONTROL.minute);
  });

/** Response with a resized picture; its entity tag names the actual width and format. */
export const resizedResponse = (
  request: Request,
  hash: string,
  { file, width, format }: ResizedPicture,
  cacheControl: string,
): Response => fileResponse(request, { file, etag: `"${hash}-${width}.${format}"` }, cacheControl);

/** Network of a client, by which its requests are limited; empty if the address is unknown. */
export const networkOf = (address: string | undefined): string => addressPrefix(address) ?? "";

/** Value of Retry-After in seconds. */
const RETRY_AFTER = "30";
/** A gray rectangle, sent in place of a picture that cannot be read now. */
const PLACEHOLDER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><rect width="4" height="5" fill="#808080" opacity=".25"/></svg>';

/**
 * Returns the response, or an uncached placeholder if the picture store does not answer or a resized picture cannot be written.
 */
export async function orPlaceholder(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) && !isDiskFull(error)) throw error;
    return new Response(PLACEHOLDER, {
      status: 503,
      headers: { "content-type": "image/svg+xml", "cache-control": "no-store", "retry-after": RETRY_AFTER },
    });
  }
}
