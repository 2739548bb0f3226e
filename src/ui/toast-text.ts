export type ToastKind = "success" | "error" | "info";

/** Link of a toast. */
export interface ToastLink {
  to: string;
  words: string;
}

export interface ToastOptions {
  /** Milliseconds for which the toast is shown; default: the provider's `timeout`. */
  timeout?: number;
  link?: ToastLink;
}

export interface ToastWords extends ToastOptions {
  kind: ToastKind;
  words: string;
}
