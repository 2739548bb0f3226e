import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";

/** Looks up the stored pictures of goods; returns a function for the hash of each, which is null if there is none. */
export async function hashesOf({ db }: Services, goods: { image: string | null }[]) {
  const pictures = await picturesFor(
    db,
    goods.flatMap(({ image }) => (image ? [image] : [])),
  );
  return ({ image }: { image: string | null }): string | null => (image && pictures.get(image)?.hash) || null;
}
