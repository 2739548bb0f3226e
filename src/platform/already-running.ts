/** Error for a data directory that another process uses, if either of them needs it alone. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}
