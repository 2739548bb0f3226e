/** Types of the used part of a package that comes without them. */
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
  /** A converter by these rules. */
  export function compile(options: HtmlToTextOptions): (html: string) => string;
}
