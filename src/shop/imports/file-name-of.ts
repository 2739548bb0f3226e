/** Lower-case file name of an address or path. */
export function fileNameOf(source: string): string {
  const path = URL.parse(source)?.pathname ?? source;
  const name = path.split(/[/\\]/).at(-1) ?? "";
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
