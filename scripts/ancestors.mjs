import { readFileSync } from "node:fs";

/** Returns the id of the parent process and, on Linux, of the parent's parent, because npm starts commands through a shell. */
export function ancestors() {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${shell.slice(shell.lastIndexOf(")") + 4).split(" ")[0]}`;
  } catch {
    return String(process.ppid);
  }
}
