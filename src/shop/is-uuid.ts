const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text has the form in which PostgreSQL writes a UUID; a query with another text may raise an error. */
export const isUuid = (text: string): boolean => UUID.test(text);
