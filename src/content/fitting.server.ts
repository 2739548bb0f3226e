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
    const { code, message } = (error instanceof Error ? (error.cause ?? error) : {}) as {
      code?: string;
      message?: string;
    };
    // Also what is beyond its own bounds, of a row or of its disk.
    if (!/^(21|22|23|53|54)/.test(code ?? "")) throw error;
    throw new UnusableFile(`The file does not fit together, nothing was written: ${message}`);
  }
}
