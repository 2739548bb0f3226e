import type { TestShop } from "./test-shop.server";

/** Lets each statement of a kind on a table of a shop fail while something is done. */
export async function whileFailing(
  { asOwner }: Pick<TestShop, "asOwner">,
  { on, table }: { on: "insert" | "update" | "delete"; table: string },
  act: () => Promise<void>,
): Promise<void> {
  await asOwner(`
    create or replace function fails() returns trigger language plpgsql as $$ begin raise exception 'it fails'; end $$;
    create trigger fails before ${on} on ${table} for each statement execute function fails()`);
  try {
    await act();
  } finally {
    await asOwner(`drop trigger fails on ${table}`);
  }
}
