/** Limits of an uploaded picture, both shown and enforced. */
export const pictureLimits = {
  bytes: 25 * 1024 * 1024,
  /** Longer side in pixels, and all pixels together, which determine the memory for decoding. */
  side: 12_000,
  pixels: 60_000_000,
  /** Pictures in one form that is sent without script. */
  inOneForm: 20,
} as const;

/** Largest frame of a picture on a product's page, in pixels; smaller pictures are enlarged there. */
const FRAME = { width: 600, height: 750 } as const;

/** Whether a picture is too small to be sharp on a product's page. */
export const isSmallPicture = ({ width, height }: { width: number; height: number }): boolean =>
  width < FRAME.width && height < FRAME.height;

/** Sentence about a picture that is too small. */
export const smallPictureWords = ({ width, height }: { width: number; height: number }): string =>
  `Only ${width} × ${height} pixels: it looks soft on the shop. From ${FRAME.width} pixels wide it is sharp.`;

/** For a field's `accept`. Without HEIC, so that phones convert to JPEG. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";
