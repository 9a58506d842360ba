import { Alert, Button, Group, Loader, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { conditionsQuery } from "../../api/brand-queries.ts";
import { CallFailed, dataOf, once } from "../../api/client.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { useAct } from "../../parts/use-act.ts";
import { CollectionFields, type Draft } from "./CollectionFields.tsx";
import { changedByCollections } from "./queries.ts";
import { words } from "./words.ts";

const EMPTY: Draft = { title: "", description: "", channels: [], maxRepublish: 0 };

interface Props {
  readonly brandId: number;
  readonly onClose: () => void;
  readonly onCreated: (collectionId: number) => void;
}

export function CreateDialog({ brandId, onClose, onCreated }: Props) {
  const [draft, setDraft] = useState(EMPTY);
  const { data: channels, error: unread } = useQuery(conditionsQuery(brandId));
  const create = useAct((given: Draft) => dataOf(once.createCollection({ brandId, ...given, channels: [...given.channels] })), {
    changes: changedByCollections(brandId),
    showsFailures: true,
  });
  const { error } = create;
  const fields = error instanceof CallFailed ? error.fields : {};
  const isAtField = Object.keys(fields).some((name) => ["title", "description", "channels", "maxRepublish"].includes(name));
  return (
    <Dialog closeOnClickOutside={false} onClose={onClose} title={words.create} size="lg" closeButtonProps={{ "aria-label": words.close }}>
      {unread !== null && <Alert color="red">{unread.message}</Alert>}
      {channels === undefined && unread === null && <Loader aria-label={words.create} />}
      {channels !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate(draft, { onSuccess: ({ id }) => onCreated(id) });
          }}
        >
          <Stack>
            <CollectionFields draft={draft} choice={channels} errors={fields} isFixed={false} onChange={setDraft} />
            {error !== null && !isAtField && (
              <Alert color="red" role="alert">
                {error.message}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {words.createNow}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
