/** Permanent id of a product, without dashes, because addresses end in `-id`. */
export const PRODUCT_ID = /^[A-Za-z0-9]{1,64}$/;
