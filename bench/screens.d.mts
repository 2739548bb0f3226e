/** Every screen of the back office, with the query for the record that it shows: see `screens.mjs`. */
export function screens(): { pattern: string; isDoor: boolean; example: string | null | undefined }[];
/** Address of a screen with the parameters of a record. */
export function pathOf(pattern: string, record: Record<string, string>): string;
