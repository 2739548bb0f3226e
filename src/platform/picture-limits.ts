/** Bounds of a picture that members upload. Said before anything is sent, and enforced. */
export const pictureLimits = {
  bytes: 25 * 1024 * 1024,
  /** The longer side, in pixels; and all pixels together, which are what unpacking takes. */
  side: 12_000,
  pixels: 60_000_000,
} as const;

/** For the `accept` of a field. Without HEIC, so that phones send what they hold as JPEG. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";
