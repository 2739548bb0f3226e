/** Types for the part of opentype.js that the shop uses; the package has no types. */
declare module "opentype.js" {
  export interface RenderOptions {
    kerning?: boolean;
    /** Additional space between letters, in ems. */
    letterSpacing?: number;
  }
  /** Command of a path with its points: control points first. */
  export interface PathCommand {
    type: "M" | "L" | "Q" | "C" | "Z";
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
    x?: number;
    y?: number;
  }
  export interface Font {
    /** Index of a letter's glyph; 0 if the font does not have it. */
    charToGlyphIndex(letter: string): number;
    getAdvanceWidth(text: string, size: number, options?: RenderOptions): number;
    getPath(text: string, x: number, y: number, size: number, options?: RenderOptions): { commands: PathCommand[] };
  }
  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}
