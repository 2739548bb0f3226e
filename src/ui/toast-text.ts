export type ToastKind = "success" | "error" | "info";

/** What a toast shows, and for how long in milliseconds when not for the provider's duration. */
export interface ToastWords {
  kind: ToastKind;
  words: string;
  timeout: number | undefined;
}
