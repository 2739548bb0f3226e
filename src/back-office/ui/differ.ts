/** Whether two texts of a field mean different things. */
export const differ = (one = "", other = ""): boolean => plain(one) !== plain(other);

/** Browsers send the ends of lines as they like. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
