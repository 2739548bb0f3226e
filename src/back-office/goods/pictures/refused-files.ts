import { complaintWords, isPictureComplaint } from "~/platform/picture-intake";

/** A file that was not taken, and why, as the address says it after a form without script. */
export function refusedFiles(search: URLSearchParams): { name: string; message: string }[] {
  return search.getAll("refused").flatMap((text) => {
    const [complaint = "", name = ""] = text.split(/~(.*)/s);
    return isPictureComplaint(complaint) ? [{ name: name.slice(0, 120), message: complaintWords(complaint) }] : [];
  });
}
