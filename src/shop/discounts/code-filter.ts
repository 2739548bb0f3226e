/** Which codes a list shows. */
export interface CodeFilter {
  show: "own" | "welcome" | "over";
  /** What the code begins with. */
  text: string;
  /** What comes after this code. */
  after: string | null;
}
