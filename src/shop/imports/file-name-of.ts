import { folded } from "~/shop/folded-text";
/** File name, as names are compared, at the end of a URL or path, without NUL characters, which the database cannot store. */
export function fileNameOf(source: string): string {
  const path = URL.parse(source)?.pathname ?? source;
  const name = path.split(/[/\\]/).at(-1) ?? "";
  return folded(decoded(name).replaceAll("\0", ""));
}

/** Pattern of picture file names; other files of an uploaded folder, such as the CSV file, are ignored. */
const PICTURE = /^[^.].*\.(jpe?g|png|webp|avif|gif|hei[cf]|tiff?|bmp|svg)$/;
/** Whether a file is a picture by its name, in lower case or with folders as a browser sends it. */
export const isPictureName = (name: string): boolean => PICTURE.test(fileNameOf(name));

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
