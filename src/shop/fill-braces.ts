/** Replaces each name in braces by its value; names without a value stay unchanged. */
export const fillBraces = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => valueOf(name) ?? braces);
