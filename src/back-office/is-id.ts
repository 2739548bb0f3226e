const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text may name a record whose id is a UUID; the database takes nothing else for one. */
export const isId = (text: string): boolean => UUID.test(text);
