/** Types for the used part of html-to-text, which ships none. */
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
