import { Alert, Button, Group, Loader, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { conditionsQuery } from "../../api/brand-queries.ts";
import { api, CallFailed, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { CollectionFields, type Draft } from "./CollectionFields.tsx";
import { Conflict } from "./Conflict.tsx";
import type { ShownCollection } from "./differences.ts";
import { changedByCollections, collectionKey, collectionQuery } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly collection: ShownCollection;
  readonly mayChange: boolean;
}

/** Title, description, channels and evergreen. What was typed stays until it is stored or let go. */
export function SettingsTab({ brandId, collection, mayChange }: Props) {
  const queries = useQueryClient();
  // What the form was filled with; a later version counts once somebody has seen it.
  const [seen, setSeen] = useState(collection);
  const [draft, setDraft] = useState(() => draftOf(collection));
  const [theirs, setTheirs] = useState<ShownCollection | null>(null);
  const { data: channels, error: unread } = useQuery(conditionsQuery(brandId));
  const start = (from: ShownCollection) => {
    setSeen(from);
    setDraft(draftOf(from));
    setTheirs(null);
  };
  const save = useAct(
    (seenAt: string) => dataOf(api.changeCollection({ collectionId: collection.id, seenAt, ...draft, channels: [...draft.channels] })),
    { done: () => words.saved, changes: changedByCollections(brandId), showsFailures: true },
  );
  const store = (seenAt: string) => {
    const sent = draft;
    save.mutate(seenAt, {
      onSuccess: (stored) => {
        queries.setQueryData(collectionKey(brandId, collection.id), stored);
        setSeen(stored);
        setTheirs(null);
        // What was typed meanwhile stays.
        setDraft((known) => (known === sent ? draftOf(stored) : known));
      },
      onError: async (error) => {
        if (!(error instanceof CallFailed) || error.status !== 409) return;
        const now = await queries.fetchQuery({ ...collectionQuery(brandId, collection.id), staleTime: 0 });
        if (hasSameFields(seen, now)) store(now.updatedAt);
        else setTheirs(now);
      },
    });
  };
  const { error } = save;
  const fields = error instanceof CallFailed && error.status !== 409 ? error.fields : {};
  const isAtField = Object.keys(fields).some((name) => ["title", "description", "channels", "maxRepublish"].includes(name));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(seen));
  if (seen.updatedAt < collection.updatedAt && theirs === null && !save.isPending) {
    // A form that nobody has touched shows what is there now; one that they have goes on where only the week or the queue has changed.
    if (!isChanged) start(collection);
    else if (hasSameFields(seen, collection)) setSeen(collection);
  }
  if (unread !== null && channels === undefined) return <Alert color="red">{unread.message}</Alert>;
  if (channels === undefined) return <Loader aria-label={words.settings} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        store(seen.updatedAt);
      }}
    >
      <Stack maw={640}>
        <CollectionFields draft={draft} choice={channels} errors={fields} isFixed={!mayChange} onChange={setDraft} />
        {theirs !== null && (
          <Conflict seen={seen} theirs={theirs} onKeepMine={() => store(theirs.updatedAt)} onTakeTheirs={() => start(theirs)} />
        )}
        {error !== null && theirs === null && !isAtField && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        {mayChange && theirs === null && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!isChanged}>
              {words.save}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={() => start(collection)}>
                {words.discard}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

function hasSameFields(one: ShownCollection, other: ShownCollection): boolean {
  return JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));
}

function draftOf({ title, description, channels, maxRepublish }: ShownCollection): Draft {
  return { title, description: description ?? "", channels: channels.map(({ id }) => id), maxRepublish };
}
