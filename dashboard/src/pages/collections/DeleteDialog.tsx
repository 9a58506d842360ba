import { Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { changedByCollections, contentsQuery } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly collection: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what goes with a collection and what stays, and then deletes it. */
export function DeleteDialog({ brandId, collection, onClose, onDeleted }: Props) {
  const { id: collectionId, title } = collection;
  const { data: contents, error: unread, refetch, isFetching } = useQuery(contentsQuery(brandId, collectionId));
  const isHere = useIsHere();
  // Left before the page is read again, where the collection is no more.
  const deleteAndLeave = async () => {
    await dataOf(api.deleteCollection({ collectionId }));
    if (isHere()) onDeleted();
  };
  const remove = useAct(deleteAndLeave, {
    done: () => words.deleted({ title }),
    changes: changedByCollections(brandId),
    showsFailures: true,
  });
  const error = remove.error ?? unread;
  const isLeaving = contents !== undefined && contents.leaving > 0;
  return (
    <ConfirmDialog
      question={words.deleteQuestion({ title })}
      confirm={isLeaving ? words.checkAgain : words.delete}
      isPending={isLeaving ? isFetching : remove.isPending}
      canConfirm={contents !== undefined}
      problem={error?.message ?? null}
      onConfirm={() => (isLeaving ? void refetch() : remove.mutate(undefined))}
      onClose={onClose}
    >
      {contents === undefined && error === null && <Loader aria-label={words.deleteQuestion({ title })} />}
      {contents !== undefined && <What contents={contents} />}
    </ConfirmDialog>
  );
}

interface Contents {
  readonly queued: number;
  readonly scheduled: number;
  readonly drafts: number;
  readonly published: number;
  readonly automations: number;
  readonly slots: number;
  readonly leaving: number;
  readonly results: number;
}

function What({ contents }: { readonly contents: Contents }) {
  const { queued, scheduled, drafts, published, automations, slots, leaving, results } = contents;
  const posts = queued + scheduled + drafts + published;
  if (leaving > 0) return <Text>{words.leaving({ posts: leaving })}</Text>;
  return (
    <>
      <Text>
        {words.goes({ posts, automations, slots })} {posts > 0 && words.goesByState({ queued, scheduled, drafts, published })}{" "}
        {words.deleteForGood}
      </Text>
      {results > 0 && <Text>{words.stays({ results })}</Text>}
    </>
  );
}
