import { Drawer } from "~/ui/drawer";
import { Icon } from "~/ui/icon";
import { later } from "~/ui/later";
import type { SizeGuideProps } from "./size-tables";

const SizeTables = later(async () => (await import("./size-tables")).SizeTables);

/**
 * Size guide in a drawer: the product's own table, or sizes by waist with a chart, then advice on measuring. Its code is loaded
 * when it is first opened. There is none for a product without a table while the shop hides the general sizes.
 */
export function SizeGuide(props: SizeGuideProps) {
  if (!props.own && !props.texts.general) return null;
  const trigger = (
    <button type="button" className="size-guide">
      <Icon name="ruler" size="small" />
      <span className="text-link">Size Guide</span>
    </button>
  );
  return (
    <Drawer title={props.texts.heading} closeLabel="Close size guide" className="panel" flush trigger={trigger}>
      <SizeTables {...props} />
    </Drawer>
  );
}
