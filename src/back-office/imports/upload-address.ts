/** Upload address with the base path, for a plain form. */
export const UPLOAD_ADDRESS = "/back-office/imports/upload";

/** Upload address for the pictures of an import. */
export const picturesAddress = (id: number): string => `/back-office/imports/${id}/upload`;
