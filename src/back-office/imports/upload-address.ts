/** Address that receives an import's file; with the base path, because an HTML form and not a router's form sends it. */
export const UPLOAD_ADDRESS = "/back-office/imports/upload";

/** Address that receives the pictures of an import. */
export const picturesAddress = (id: number): string => `/back-office/imports/${id}/upload`;
