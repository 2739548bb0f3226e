import { readFileSync } from "node:fs";

/** Ids of the parent process and, on Linux, of its parent: npm runs a command in a shell. */
export function ancestors() {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${shell.slice(shell.lastIndexOf(")") + 4).split(" ")[0]}`;
  } catch {
    return String(process.ppid);
  }
}
