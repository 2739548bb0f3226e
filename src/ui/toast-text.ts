export type ToastKind = "success" | "error" | "info";

/** Link of a toast. */
export interface ToastLink {
  to: string;
  words: string;
}

export interface ToastOptions {
  /** Milliseconds that it stays, if not the provider's time. */
  timeout?: number;
  link?: ToastLink;
}

export interface ToastWords extends ToastOptions {
  kind: ToastKind;
  words: string;
}
