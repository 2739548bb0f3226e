/** Title of a failed restore test, on Today and in the letter to owners. */
export const FAILED_PROOF = "A backup could not be restored";
