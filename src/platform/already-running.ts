/** Another process uses this data directory in a way that leaves no room for this one. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}
