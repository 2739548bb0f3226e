import type { TestShop } from "./test-shop.server";

/** Runs `act` while all statements of one kind on a table fail. */
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
