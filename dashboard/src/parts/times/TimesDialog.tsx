import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../FormDialog.tsx";
import { useAct } from "../use-act.ts";
import { type Preset, slotsOf } from "./presets.ts";
import { TimesChoice } from "./TimesChoice.tsx";
import { words } from "./words.ts";

interface TimesDialogProps {
  readonly brandId: number;
  readonly collection: { readonly id: number; readonly title: string; readonly updatedAt: string };
  readonly zone: string;
  readonly onClose: () => void;
}

/** Gives a collection without times some: what waits in its queue has dates from then on. */
export function TimesDialog({ brandId, collection, zone, onClose }: TimesDialogProps) {
  const [preset, setPreset] = useState<Preset>("weekdays");
  const { id: collectionId, title, updatedAt: seenAt } = collection;
  const save = useAct(() => dataOf(api.changeCollection({ collectionId, seenAt, slots: [...slotsOf(preset)] })), {
    changes: [["brand", brandId]],
    showsFailures: true,
    done: () => words.saved({ collection: title }),
  });
  return (
    <FormDialog
      title={words.title({ collection: title })}
      lead={words.lead({ zone })}
      submit={preset === "own" ? words.toWeek : words.save}
      isPending={save.isPending}
      problem={save.error?.message ?? null}
      onSubmit={() => (preset === "own" ? onClose() : save.mutate(undefined, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <TimesChoice value={preset} onChange={setPreset} />
    </FormDialog>
  );
}
