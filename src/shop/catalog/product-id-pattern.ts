/** Pattern of a product's permanent id. It has no dashes, because addresses of products end in `-id`. */
export const PRODUCT_ID = /^[A-Za-z0-9]{1,64}$/;
