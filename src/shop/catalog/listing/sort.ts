/** Sort orders of a listing with their labels; the first is the default. */
export const sorts = { recommended: "Recommended", newest: "Newest", highest: "Highest", lowest: "Lowest" } as const;
export type Sort = keyof typeof sorts;

export const isSort = (value: string | null): value is Sort => value !== null && Object.hasOwn(sorts, value);
