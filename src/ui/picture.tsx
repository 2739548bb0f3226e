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
  /** `sizes` attribute of the image. */
  sizes: string;
  /**
   * Whether the picture is above the fold and loaded first. "wide": above the fold only in wide windows; on phones loaded after
   * pictures with `true`.
   */
  eager?: boolean | "wide";
  /** Alternative text in place of the picture's own; empty if the same text is beside the picture. */
  alt?: string;
  className?: string | undefined;
  onLoad?: () => void;
}

const isDrawing = ({ path }: StoredPicture) => path.endsWith(".svg");

/** `srcset` attribute for a picture in one format. */
export const sourcesOf = ({ hash, width }: StoredPicture, format: string) =>
  WIDTHS.filter((each) => each <= width)
    .map((each) => `/pictures/${hash}/${each}.${format} ${each}w`)
    .join(", ");

/** Media query of windows in which a row has more than two cards, or the second row is above the fold. */
const WIDE = "(width >= 600px)";

/** Preloads a picture from the document's head, before the style sheets; `media` limits the preload to certain windows. */
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
 * `decoding` attribute of an eager picture. In a new document it is decoded synchronously, so that it appears in the first frame
 * after its arrival; after navigation inside the app, rendering does not wait for it.
 */
export const eagerDecoding = (): "sync" | "async" => (takeover.isDone ? "async" : "sync");

/**
 * A stored picture in a suitable width, with reserved aspect ratio. Shows the shop's mark if there is no picture, or if loading
 * fails.
 */
export function Picture({ picture, sizes, eager = false, alt, className, onLoad }: PictureProps) {
  const [missing, setMissing] = useState<string>();
  const [decoding] = useState(() => (eager ? eagerDecoding() : "async"));
  // The picture may already have failed before hydration attached `onError`.
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

  const isResized = !isDrawing(picture) && picture.width >= (WIDTHS[0] ?? 0);
  const image = (
    <img
      ref={look}
      data-hash={picture.hash}
      className={className}
      sizes={isResized ? sizes : undefined}
      srcSet={isResized ? sourcesOf(picture, "webp") : undefined}
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
  if (!isResized) return image;
  if (eager) preloadSource(picture, sizes, eager === "wide" ? WIDE : undefined);
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf(picture, "avif")} sizes={sizes} />
      {image}
    </picture>
  );
}
