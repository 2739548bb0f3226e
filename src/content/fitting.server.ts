import { codeOf } from "~/platform/collisions.server";
import { UnusableFile } from "./read-content.server";

/**
 * Rows that the database does not take, such as one that names a category which is nowhere or is too long for an index, are the
 * file's fault.
 *
 * @throws {UnusableFile}.
 */
export async function fitting<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) === TIMEOUT)
      throw new UnusableFile("The database could not do so much in time. Nothing was written.");
    // Also what is beyond its own bounds, of a row or of its disk.
    if (!/^(21|22|23|53|54)/.test(codeOf(error))) throw error;
    const { message } = causeOf(error);
    throw new UnusableFile(`The file does not fit together, nothing was written: ${message ?? ""}`);
  }
}

const TIMEOUT = "57014";

interface Cause {
  code?: string;
  message?: string;
}

const causeOf = (error: unknown): Cause => (error instanceof Error ? ((error.cause ?? error) as Cause) : {});
