import { folded } from "~/shop/folded-text";
/** File name, as names are compared, at the end of a URL or path, without NUL characters, which the database cannot store. */
export function fileNameOf(source: string): string {
  const path = URL.parse(source)?.pathname ?? source;
  const name = path.split(/[/\\]/).at(-1) ?? "";
  return folded(decoded(name).replaceAll("\0", ""));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
