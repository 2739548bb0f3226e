import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { ChooseTable } from "../ui/conflict";
import type { textPage } from "./text.server";

interface NewerOnShopProps {
  page: NonNullable<Awaited<ReturnType<typeof textPage>>>;
}

/** Texts that were changed on the shop after the draft was begun; the member chooses for each which text to keep. */
export function NewerOnShop({ page: { here, draft, submission, version, mayChange } }: NewerOnShopProps) {
  if (!draft) return null;
  return (
    <WorkshopForm name="settle" action={here} submission={submission} version={version} isSaidAbove>
      <div className="newer">
        <h2>The shop&apos;s words changed after this draft began</h2>
        <ChooseTable who="the shop" at="since then" contested={draft.newer} />
        {mayChange && (
          <Button look="main" fit>
            Keep what is chosen
          </Button>
        )}
      </div>
    </WorkshopForm>
  );
}
