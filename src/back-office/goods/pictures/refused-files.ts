import { complaintWords, isPictureComplaint } from "~/platform/picture-intake";

/** Refused files of an upload without script, from the address. */
export function refusedFiles(search: URLSearchParams): { name: string; message: string }[] {
  return search.getAll("refused").flatMap((text) => {
    const [complaint = "", name = ""] = text.split(/~(.*)/s);
    return isPictureComplaint(complaint) ? [{ name: name.slice(0, 120), message: complaintWords(complaint) }] : [];
  });
}
