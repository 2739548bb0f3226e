/** A CSV file to save under a name; it holds what is of no use to caches. */
export const csvAnswer = (name: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    },
  });
