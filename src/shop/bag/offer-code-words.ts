/** Words about a code beside offers that are not together with codes. */
export const besideOffersWords = (code: string, isLeftOut: boolean): string =>
  isLeftOut
    ? `${code} is not counted: the offers on your bag take no code, and give at least as much.`
    : `${code} gives more than the offers on your bag, which take no code. So only the code is counted.`;
