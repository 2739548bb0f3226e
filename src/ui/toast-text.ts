export type ToastKind = "success" | "error" | "info";

/** Where a toast leads. */
export interface ToastLink {
  to: string;
  words: string;
}

export interface ToastOptions {
  /** Time that it stays in milliseconds, where that is not the provider's. */
  timeout?: number;
  link?: ToastLink;
}

export interface ToastWords extends ToastOptions {
  kind: ToastKind;
  words: string;
}
