import { toSVG } from "bwip-js/node";

/** A text as a QR code, in SVG without any markup of the text. */
export const qrCode = (text: string): string =>
  toSVG({ bcid: "qrcode", text, scale: 3, paddingwidth: 4, paddingheight: 4 });
