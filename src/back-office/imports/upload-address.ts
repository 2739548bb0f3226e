/** Where a file is sent to be read in, as the browser's own form writes it. */
export const UPLOAD_ADDRESS = "/back-office/imports/upload";

/** Where pictures for an import are sent. */
export const picturesAddress = (id: number): string => `/back-office/imports/${id}/upload`;
