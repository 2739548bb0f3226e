const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text has the form of a UUID; PostgreSQL rejects any other value of the type `uuid`. */
export const isUuid = (text: string): boolean => UUID.test(text);
