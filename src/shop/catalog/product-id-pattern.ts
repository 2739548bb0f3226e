/** What names a product for ever: it holds no dash, so that an address can end in it. */
export const PRODUCT_ID = /^[A-Za-z0-9]{1,64}$/;
