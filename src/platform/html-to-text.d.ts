/** Types for the part of html-to-text that the shop uses; the package has no types. */
declare module "html-to-text" {
  export interface SelectorDefinition {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  }
  export interface HtmlToTextOptions {
    wordwrap?: number | false | null;
    selectors?: SelectorDefinition[];
  }
  /** Returns a converter with these options. */
  export function compile(options: HtmlToTextOptions): (html: string) => string;
}
