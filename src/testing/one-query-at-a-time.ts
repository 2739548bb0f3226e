/** Fails the run when a transaction's connection is asked for a query while it still answers another: pg refuses that from 9.0 on. */
function refuse(warning: Error): void {
  if (warning.message.includes("already executing a query")) throw warning;
}

// Workers load this once for each of their files.
if (!process.listeners("warning").some(({ name }) => name === refuse.name)) process.on("warning", refuse);
