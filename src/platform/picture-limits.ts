/** Bounds of a picture that members upload. Said before anything is sent, and enforced. */
export const pictureLimits = {
  bytes: 25 * 1024 * 1024,
  /** The longer side, in pixels; and all pixels together, which are what unpacking takes. */
  side: 12_000,
  pixels: 60_000_000,
} as const;

/** The frame of a picture on a product's page at its largest, in pixels: one that fills neither side of it is drawn larger than it is. */
const FRAME = { width: 600, height: 750 } as const;

/** Whether a picture is too small to be sharp on a product's page. */
export const isSmallPicture = ({ width, height }: { width: number; height: number }): boolean =>
  width < FRAME.width && height < FRAME.height;

/** Sentence about a picture that is too small. */
export const smallPictureWords = ({ width, height }: { width: number; height: number }): string =>
  `Only ${width} × ${height} pixels: it looks soft on the shop. From ${FRAME.width} pixels wide it is sharp.`;

/** For the `accept` of a field. Without HEIC, so that phones send what they hold as JPEG. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";
