/** What the shop uses of a package that comes without types. */
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
