/** How often work is begun anew where somebody changes the same rows at that moment. */
const TRIES = 3;

/** Rows are other ones by now than the work began with. */
export class MovedOn extends Error {
  override name = "MovedOn";
}

/** The code with which PostgreSQL refused something; empty for whatever else went wrong. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? "";
}

/** Whether the database gave up a transaction for another one that was under way. */
export const isDeadlock = (error: unknown): boolean => ["40P01", "40001"].includes(codeOf(error));

/** Does some work again, three times at most, as long as it fails by a collision. @throws what it failed by at last */
export async function againAfter<T>(isCollision: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || !isCollision(error)) throw error;
    }
}
