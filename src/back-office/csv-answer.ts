import { type Context, requireConfirmed } from "./context";

interface CsvFile {
  /** Without its ending. */
  name: string;
  body: BodyInit;
}

/**
 * Response with a CSV download that is never cached. Every file takes data out of the shop: without a recent factor nothing is read, and it redirects
 * to the page that asks for one, which leads back to the screen at `back`.
 */
export async function csvAnswer(context: Context, back: string, made: () => Promise<CsvFile>): Promise<Response> {
  requireConfirmed(context, back);
  const { name, body } = await made();
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    },
  });
}
