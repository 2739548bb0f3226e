import { expect, test } from "vitest";
import { complaintAbout, complaintWords, isPictureComplaint } from "./picture-intake";
import { isSmallPicture, smallPictureWords } from "./picture-limits";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ["a TIFF of a PC", "II*\0\b\0\0\0", "TIFF"],
  ["a TIFF of a Mac", "MM\0*\0\0\0\b", "TIFF"],
  ["a large TIFF", "II+\0\b\0\0\0", "TIFF"],
  ["a raw picture of Canon", "II*\0\x10\0\0\0CR\x02\0", "raw picture"],
  ["a newer raw picture of Canon", "\0\0\0\x18ftypcrx \0\0\0\x01crx isom", "raw picture"],
  ["HEIC of an iPhone", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"],
  ["a bitmap", "BM\x36\0\x0c\0\0\0\0\0\x36\0\0\0", "BMP"],
  ["JPEG XL", "\xff\x0a\xfa\x7f", "JPEG XL"],
  ["a Photoshop file", "8BPS\0\x01", "Photoshop"],
  ["a PDF", "%PDF-1.7\n", "PDF"],
  ["a film of a phone", "\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41", "video"],
  ["a film of an iPhone", "\0\0\0\x14ftypqt  \0\0\0\0qt  ", "video"],
  ["an archive", "PK\x03\x04\x14\0", "ZIP"],
  ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg"/>', "SVG"],
  ["a moving picture", "GIF89a", "GIF"],
])("the message for %s names its format and says what to do", (_, begins, name) => {
  const complaint = complaintAbout(bytes(begins.padEnd(64, "\0")));
  const words = complaint ? complaintWords(complaint) : "";
  expect(words).toContain(name);
  expect(words).toMatch(/JPG|PNG|Unpack/);
  expect(isPictureComplaint(complaint ?? "")).toBe(true);
});

test("picture formats of the web are accepted, and a file that is not a picture is not reported as another picture format", () => {
  for (const begins of [
    "\xff\xd8\xff\xe0",
    "\x89PNG\r\n\x1a\n",
    "RIFF\0\0\0\0WEBPVP8 ",
    "\0\0\0\x1cftypavif\0\0\0\0avifmif1",
  ])
    expect(complaintAbout(bytes(begins))).toBeUndefined();
  expect(complaintAbout(bytes("MZ\x90\0"))).toBe("no-picture");
  expect(complaintAbout(bytes("BMW is what I ride"))).toBe("no-picture");
  expect(complaintAbout(bytes("IIIIII"))).toBe("no-picture");
});

test("a picture is too small if it fills neither width nor height of the frame on a product's page", () => {
  const small = [
    [599, 599],
    [480, 640],
    [599, 749],
    [1, 1],
  ] as const;
  const sharp = [
    [600, 600],
    [500, 750],
    [900, 400],
    [2560, 2560],
  ] as const;
  for (const [width, height] of small)
    expect([width, height, isSmallPicture({ width, height })]).toEqual([width, height, true]);
  for (const [width, height] of sharp)
    expect([width, height, isSmallPicture({ width, height })]).toEqual([width, height, false]);
  expect(smallPictureWords({ width: 480, height: 640 })).toContain("480 × 640 pixels");
});
