/** Response with a CSV download that is never cached. */
export const csvAnswer = (name: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    },
  });
