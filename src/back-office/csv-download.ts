import { type Context, requireConfirmed } from "./context";

interface CsvFile {
  /** File name without ".csv". */
  name: string;
  body: BodyInit;
}

/**
 * Returns a CSV download that is never cached. If the member gave no second factor recently, reads no data and redirects to the
 * page that asks for the factor, and from there to the screen at `back`.
 */
export async function csvDownload(context: Context, back: string, made: () => Promise<CsvFile>): Promise<Response> {
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
