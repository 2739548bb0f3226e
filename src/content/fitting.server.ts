import { codeOf } from "~/platform/collisions.server";
import { UnusableFile } from "./read-content.server";

/**
 * Runs `act` and converts the database's errors about rows, such as an unknown category or a value too long for an index, to
 * errors of the file.
 *
 * @throws {UnusableFile} with the database's message.
 */
export async function fitting<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) === TIMEOUT)
      throw new UnusableFile("The database could not do so much in time. Nothing was written.");
    // Classes of SQLSTATE codes about values, constraints, resources and limits.
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
