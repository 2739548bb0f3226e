/** Beginnings of paths that are secrets: whoever knows one reads an agreement, a label, or the copy of a person's data. */
export const SIGNED = [
  "/pay/",
  "/order-change/",
  "/order-delay/",
  "/order-review/",
  "/no-more-letters/",
  "/your-bag/",
  "/recall/",
  "/return-label/",
  "/gift-card/",
  "/your-copy/",
  "/your-copy-file/",
];

/** Beginnings of the other paths whose answers are for one person only. */
const PERSONAL = ["/checkout", "/gift-card", "/order-status", "/order-success", "/sandbox/pay-later/", "/unsubscribe"];

/** Whether a path is a secret, also with the ending of its data. */
export const isSignedAddress = (pathname: string): boolean => SIGNED.some((start) => pathname.startsWith(start));

/** Whether a path is answered for one person only; refusals at it must be kept by nobody, either. */
export const isPrivateAddress = (pathname: string): boolean =>
  isSignedAddress(pathname) || PERSONAL.some((start) => pathname.startsWith(start));
