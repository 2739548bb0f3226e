/** Limits for uploaded pictures, both displayed and enforced. */
export const pictureLimits = {
  bytes: 25 * 1024 * 1024,
  /**
   * Maximum length of the longer side in pixels; `pixels` is the maximum of width times height, on which the memory for decoding
   * depends.
   */
  side: 12_000,
  pixels: 60_000_000,
  /** Maximum number of pictures in one form that is sent without a script. */
  inOneForm: 20,
} as const;

/** Largest frame in pixels in which a product's page shows a picture; smaller pictures are enlarged in it. */
const FRAME = { width: 600, height: 750 } as const;

/** Whether a picture is too small to look sharp on a product's page. */
export const isSmallPicture = ({ width, height }: { width: number; height: number }): boolean =>
  width < FRAME.width && height < FRAME.height;

/** Message about a picture that is too small. */
export const smallPictureWords = ({ width, height }: { width: number; height: number }): string =>
  `Only ${width} × ${height} pixels: it looks soft on the shop. From ${FRAME.width} pixels wide it is sharp.`;

/** Value for a field's `accept`. HEIC is not included, so that phones convert such pictures to JPEG. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";
