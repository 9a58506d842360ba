import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { conditionsQuery } from "../../api/brand-queries.ts";
import { CallFailed, dataOf, once } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { type Preset, slotsOf } from "../../parts/times/presets.ts";
import { TimesChoice } from "../../parts/times/TimesChoice.tsx";
import { useAct } from "../../parts/use-act.ts";
import { CollectionFields, type Draft } from "./CollectionFields.tsx";
import { changedByCollections } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly onClose: () => void;
  readonly onCreated: (collectionId: number) => void;
}

/** Makes a collection: with all channels and good times, unless somebody chooses others. */
export function CreateDialog({ brandId, onClose, onCreated }: Props) {
  const { data: channels, error: unread } = useQuery(conditionsQuery(brandId));
  // Null: as it is offered.
  const [typed, setTyped] = useState<Draft | null>(null);
  const [preset, setPreset] = useState<Preset>("weekdays");
  const draft = typed ?? { title: "", description: "", channels: (channels ?? []).map(({ id }) => id), maxRepublish: 0 };
  const create = useAct(
    (given: Draft) => {
      const queues = slotsOf(preset).map(({ day, time }) => `${day} ${time}`);
      return dataOf(once.createCollection({ brandId, ...given, channels: [...given.channels], queues }));
    },
    { changes: changedByCollections(brandId), showsFailures: true },
  );
  const { error } = create;
  const fields = error instanceof CallFailed ? error.fields : {};
  const isAtField = Object.keys(fields).some((name) => ["title", "description", "channels", "maxRepublish"].includes(name));
  return (
    <FormDialog
      title={words.create}
      submit={words.createNow}
      size="lg"
      isPending={create.isPending}
      canSubmit={channels !== undefined}
      problem={isAtField ? null : ((error ?? unread)?.message ?? null)}
      onSubmit={() => create.mutate(draft, { onSuccess: ({ id }) => onCreated(id) })}
      onClose={onClose}
    >
      {channels === undefined && unread === null && <Loader aria-label={words.create} />}
      {channels !== undefined && (
        <CollectionFields draft={draft} choice={channels} errors={fields} isFixed={false} isNew onChange={setTyped}>
          <TimesChoice value={preset} onChange={setPreset} />
        </CollectionFields>
      )}
    </FormDialog>
  );
}
