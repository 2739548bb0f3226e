import { toSVG } from "bwip-js/node";

/** A QR code as SVG, which contains none of the text. */
export const qrCode = (text: string): string =>
  toSVG({ bcid: "qrcode", text, scale: 3, paddingwidth: 4, paddingheight: 4 });
