/** Another process holds the data directory in a way that excludes this one. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}
