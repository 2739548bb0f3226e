/** The last part of an address or path, as a file in a folder is called; in small letters. */
export function fileNameOf(source: string): string {
  const path = URL.parse(source)?.pathname ?? source;
  const name = path.split(/[/\\]/).at(-1) ?? "";
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
