import { setTimeout as pause } from "node:timers/promises";
import { figure, heading } from "../figures.mjs";
import { load, startLoad } from "../load.mjs";
import { pagesOf, startShop } from "../shop.mjs";

/**
 * Load of readers, in requests a second and connections: they request cached pages while the pictures are made and afterwards.
 */
const READERS = { rate: 50, connections: 8 };
const ALONE_SECONDS = 20;

/** Measures how a new shop makes all widths of the demo's pictures while it serves its first readers. */
export async function pictures({ homeOf, port }) {
  heading("The demo's pictures after a first start, and 50 readers a second of home, listing and product meanwhile");
  const shop = await startShop({ home: await homeOf(), port, environment: { MAKE_PICTURES: "true" } });
  try {
    const begun = performance.now();
    const { home, listing, product } = await pagesOf(shop);
    const readers = { ...READERS, urls: [home, listing, product].map((path) => shop.address + path) };
    // Warm-up: the first answers of a new shop wait for its code and for the pages, whether or not pictures are made.
    await load({ ...readers, rate: undefined, seconds: 2 });
    const reading = await startLoad(readers);
    while ((await left(shop)) > 0) await pause(500);
    const minutes = (performance.now() - begun) / 60_000;
    const beside = await reading.end();
    const alone = await load({ ...readers, seconds: ALONE_SECONDS });

    const [{ count }] = await shop.query("select count(*)::int as count from media where derived_at is not null");
    if (count === 0) throw new Error("The demo has no pictures");
    figure("all widths are made", minutes, "min", { most: 4 }, `${count} pictures`);
    figure(
      "kept pages meanwhile: p99 over alone",
      beside.p99 / alone.p99,
      "x",
      { most: 1.5 },
      `${beside.p99.toFixed(1)} and ${alone.p99.toFixed(1)} ms, worst ten seconds ${beside.worstStretch.toFixed(1)} ms, longest ${Math.round(beside.longest)} ms`,
    );
  } finally {
    await shop.stop();
  }
}

/** Number of pictures whose widths are not made yet; vector drawings and videos have no widths. */
async function left(shop) {
  const [{ count }] = await shop.query(`select count(*)::int as count from media
    where derived_at is null and type in ('image/webp', 'image/jpeg', 'image/png', 'image/avif')`);
  return count;
}
