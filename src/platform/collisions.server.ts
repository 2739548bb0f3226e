/** Maximum number of attempts of work that fails because others change the same rows. */
const TRIES = 3;

/** Error for rows that were changed after the work had read them. */
export class MovedOn extends Error {
  override name = "MovedOn";
}

/** PostgreSQL's code of an error; empty for other errors. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? "";
}

/** Whether PostgreSQL aborted a transaction because of a concurrent one. */
export const isDeadlock = (error: unknown): boolean => ["40P01", "40001"].includes(codeOf(error));

/**
 * Runs work up to `TRIES` times while it fails because of a collision.
 *
 * @throws the error of the last attempt
 */
export async function againAfter<T>(isCollision: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || !isCollision(error)) throw error;
    }
}
