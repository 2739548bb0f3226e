/** Permanent id of a product: without a dash, so that an address can end in it. */
export const PRODUCT_ID = /^[A-Za-z0-9]{1,64}$/;
