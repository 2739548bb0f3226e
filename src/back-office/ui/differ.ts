/** Whether two texts of a field differ, ignoring line ends and white space at both ends. */
export const differ = (one = "", other = ""): boolean => plain(one) !== plain(other);

/** Normalizes line ends, which differ between browsers and stored text, and trims the text. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
