/** Filter of a list of codes. */
export interface CodeFilter {
  show: "own" | "welcome" | "over";
  /** Beginning of the codes to list. */
  text: string;
  /** Last code of the previous page; null for the first page. */
  after: string | null;
}
