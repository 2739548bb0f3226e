import { figure, heading } from "../figures.mjs";
import { load } from "../load.mjs";

const REQUESTS = 100_000;
/** Number of rounds, each with other filters, searches and missing pages; each address is requested about 13 times a round. */
const TURNS = 10;

/**
 * Measures the memory of the shop's process over many requests of all kinds: it may grow by at most 15 MB in the second half.
 */
export async function memory({ shop, pages }) {
  heading(`Memory of the shop's process over ${REQUESTS} mixed requests`);
  const products = await shop.query("select id from products where published_status = 'published' order by position");
  const mixed = (offset) => [
    ...Object.values(pages),
    ...products.slice(0, 60).map(({ id }) => `/product/any-${id}`),
    ...Array.from({ length: 300 }, (_, number) => `/shop/men?maxPrice=${100 + ((number + offset) % 900)}`),
    ...Array.from({ length: 300 }, (_, number) => `/api/products/search?query=rider%20${number + offset}`),
    ...Array.from({ length: 100 }, (_, number) => `/nothing/${number + offset}`),
  ];
  const start = shop.rssMb();
  const samples = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const urls = mixed(turn * 300).map((path) => shop.address + path);
    // Responses with 404, and refusals by a full render queue, are expected in this load.
    await load({ urls, amount: REQUESTS / TURNS, connections: 16, tolerant: true });
    samples.push(shop.rssMb());
  }
  const half = samples[TURNS / 2 - 1];
  const end = samples.at(-1);
  figure("memory after start", start, "MB");
  figure("memory after all", end, "MB", { most: 260 }, `shop and database together ${Math.round(shop.totalMb())} MB`);
  figure("growth in the second half", end - half, "MB", { most: 15 });
}
