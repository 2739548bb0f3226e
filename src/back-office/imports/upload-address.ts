/** Upload address with the base path, for a plain form. */
export const UPLOAD_ADDRESS = "/back-office/imports/upload";

/** Where pictures for an import are sent. */
export const picturesAddress = (id: number): string => `/back-office/imports/${id}/upload`;
