import { readFileSync } from "node:fs";

/** Who started this process and, where the system tells, who started that: npm puts a shell between. */
export function ancestors() {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${shell.slice(shell.lastIndexOf(")") + 4).split(" ")[0]}`;
  } catch {
    return String(process.ppid);
  }
}
