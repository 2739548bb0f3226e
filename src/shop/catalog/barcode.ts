import { PlainLine } from "~/shop/plain-text";
import { barcodeOf, MOST_BARCODE } from "~/shop/gtin";

/** Schema of a barcode: a GTIN, any other code as it was typed, or an empty text. */
export const Barcode = PlainLine(MOST_BARCODE).overwrite(barcodeOf);
