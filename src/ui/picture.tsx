import { useCallback, useState } from "react";
import { preload } from "react-dom";
import { takeover } from "./use-hydrated";

/** Widths of stored pictures, in pixels. */
export const WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920];

interface StoredPicture {
  path: string;
  hash: string;
  width: number;
  height: number;
  alt: string;
}

interface PictureProps {
  picture: StoredPicture | null;
  /** The image's `sizes`. */
  sizes: string;
  /** Above the fold: loaded first. `wide`: above the fold of a wide window, and on a phone behind those that are `true`. */
  eager?: boolean | "wide";
  /** Replaces the picture's own alternative text; empty beside equal text. */
  alt?: string;
  className?: string | undefined;
  onLoad?: () => void;
}

const isDrawing = ({ path }: StoredPicture) => path.endsWith(".svg");

/** `srcset` of a picture in one format. */
export const sourcesOf = ({ hash, width }: StoredPicture, format: string) =>
  WIDTHS.filter((each) => each <= width)
    .map((each) => `/pictures/${hash}/${each}.${format} ${each}w`)
    .join(", ");

/** Windows in which a row has more than two cards, or in which the second row is above the fold. */
const WIDE = "(width >= 600px)";

/** Preloads a picture from the document's head, ahead of the styles; `media`: only in these windows. */
export const preloadSource = (picture: StoredPicture, sizes: string, media?: string): void =>
  preload(`/api${picture.path}`, {
    as: "image",
    type: "image/avif",
    imageSrcSet: sourcesOf(picture, "avif"),
    imageSizes: sizes,
    fetchPriority: "high",
    ...(media && { media }),
  });

/**
 * The `decoding` of an eager picture. In a new document it is decoded for the first frame after it arrived; after a click the page does
 * not wait for it.
 */
export const eagerDecoding = (): "sync" | "async" => (takeover.isDone ? "async" : "sync");

/** A stored picture in a fitting width with reserved aspect ratio. Without one, or on failure, the shop's mark. */
export function Picture({ picture, sizes, eager = false, alt, className, onLoad }: PictureProps) {
  const [missing, setMissing] = useState<string>();
  const [decoding] = useState(() => (eager ? eagerDecoding() : "async"));
  // The picture may have failed before hydration attached `onError`.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.dataset.hash) setMissing(image.dataset.hash);
  }, []);

  if (!picture || missing === picture.hash)
    return (
      <img
        className={`no-picture ${className ?? ""}`}
        src="/brand/mark.svg"
        width={64}
        height={64}
        alt={alt ?? picture?.alt ?? ""}
      />
    );

  const image = (
    <img
      ref={look}
      data-hash={picture.hash}
      className={className}
      src={isDrawing(picture) ? `/pictures/${picture.hash}/original` : `/api${picture.path}`}
      width={picture.width}
      height={picture.height}
      alt={alt ?? picture.alt}
      loading={eager === true ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding={decoding}
      onLoad={onLoad}
      onError={() => setMissing(picture.hash)}
    />
  );
  if (isDrawing(picture) || picture.width < (WIDTHS[0] ?? 0)) return image;
  if (eager) preloadSource(picture, sizes, eager === "wide" ? WIDE : undefined);
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf(picture, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={sourcesOf(picture, "webp")} sizes={sizes} />
      {image}
    </picture>
  );
}
