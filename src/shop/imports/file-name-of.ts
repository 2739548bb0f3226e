/** Lower-case file name of an address or path, without zero bytes, which the database does not store. */
export function fileNameOf(source: string): string {
  const path = URL.parse(source)?.pathname ?? source;
  const name = path.split(/[/\\]/).at(-1) ?? "";
  return decoded(name).replaceAll("\0", "").toLowerCase();
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
