/** Name that stands in place of an erased author. */
export const A_RIDER = "A rider";
