import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sealerWith } from "../../src/platform/sealing.server";
import { drawnGiftCardCode } from "../../src/shop/gift-cards/gift-card-code";
import { atTheDatabase, DATA_DIR } from "./database";

/** Seals and hashes codes with the secret key of the shop under test, or of the given data directory. */
const shopSealer = async (folder = DATA_DIR) =>
  sealerWith(Buffer.from((await readFile(join(folder, "secret-key"), "utf8")).trim(), "base64url"));

/** Code of the gift card whose letter goes to an address, as the letter has it. */
export async function codeFor(email: string): Promise<string> {
  const [card] = await atTheDatabase<{ sealed: string }>(
    "select sealed_code as sealed from gift_cards where email = $1 order by made_at desc limit 1",
    [email],
  );
  const code = (await shopSealer()).open<string>("gift-card code", card?.sealed ?? "");
  if (code === undefined) throw new Error(`There is no gift card for ${email}.`);
  return code;
}

/** Makes a test card that is worth `amount` cents, in the shop under test or that of the given data directory. */
export async function openCard(
  amount: number,
  folder = DATA_DIR,
): Promise<{ id: string; code: string; lastFour: string }> {
  const sealer = await shopSealer(folder);
  const code = drawnGiftCardCode(randomInt);
  const lastFour = code.slice(-4);
  const [card] = await atTheDatabase<{ id: string }>(
    `with card as (insert into gift_cards (code_hash, sealed_code, last_four, live, send_on)
      values ($1, $2, $3, false, current_date) returning id)
    insert into gift_card_entries (card_id, kind, amount_cents) select id, 'given', $4 from card returning card_id as id`,
    [sealer.sign("gift-card code", code), sealer.seal("gift-card code", code), lastFour, amount],
    folder,
  );
  return { id: card?.id ?? "", code, lastFour };
}
