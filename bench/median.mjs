/** The middle of some numbers; of an even count the lower of the two. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
