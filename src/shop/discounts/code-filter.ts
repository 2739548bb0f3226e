/** Which codes a list shows. */
export interface CodeFilter {
  show: "own" | "welcome" | "over";
  /** Beginning of the code. */
  text: string;
  /** Last code of the previous page. */
  after: string | null;
}
