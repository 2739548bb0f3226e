import { codeOf } from "~/platform/collisions.server";
import { UnusableFile } from "./read-content.server";

/**
 * Reports rows that the database refuses as errors of the file, such as an unknown category or a value too long for an index.
 *
 * @throws {UnusableFile}.
 */
export async function fitting<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) === TIMEOUT)
      throw new UnusableFile("The database could not do so much in time. Nothing was written.");
    // Including limits of row size and disk.
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
