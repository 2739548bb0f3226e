/** Filter of a list of codes. */
export interface CodeFilter {
  show: "own" | "welcome" | "over";
  /** Beginning of the code. */
  text: string;
  /** Last code of the previous page. */
  after: string | null;
}
