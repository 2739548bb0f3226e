import { toSVG } from "bwip-js/node";

/** Renders a text as a QR code in SVG. */
export const qrCode = (text: string): string =>
  toSVG({ bcid: "qrcode", text, scale: 3, paddingwidth: 4, paddingheight: 4 });
