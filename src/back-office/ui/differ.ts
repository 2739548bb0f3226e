/** Whether two texts of a field differ, apart from line ends and outer spaces. */
export const differ = (one = "", other = ""): boolean => plain(one) !== plain(other);

/** Browsers send different line ends. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();
