export type ToastKind = "success" | "error" | "info";

/** Content of a toast, and its time in milliseconds where that is not the provider's. */
export interface ToastWords {
  kind: ToastKind;
  words: string;
  timeout: number | undefined;
}
