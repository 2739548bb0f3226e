/** Limits of uploads of pictures. */
export const uploadLimits = {
  /** Maximum number of concurrent uploads, in the browser and on the server. */
  atOnce: 3,
} as const;
