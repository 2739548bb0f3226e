/** `meta` of a screen: the title of its browser tab, as text or made from its loader's data (undefined after an error). */
export const titled =
  <Data>(title: string | ((data: Data | undefined) => string)) =>
  ({ loaderData }: { loaderData?: Data }) => [
    { title: `${typeof title === "string" ? title : title(loaderData)} | Workshop` },
  ];
