import { useState } from "react";
import { Picture } from "~/ui/picture";
import { pictureAddress, type Line } from "./bag";

/** Requested width of a line's picture in pixels; it is shown at most 168 px wide. */
const WIDTH = 160;
const HEIGHT = 200;

/** Picture of a line; the shop's logo if the line has none. */
export function LinePicture({ line, alt = "" }: { line: Pick<Line, "image">; alt?: string }) {
  const [missing, setMissing] = useState<string>();
  const address = pictureAddress(line, WIDTH);
  if (address === "" || missing === address) return <Picture picture={null} sizes="" alt={alt} />;
  return (
    <img src={address} width={WIDTH} height={HEIGHT} alt={alt} decoding="async" onError={() => setMissing(address)} />
  );
}
