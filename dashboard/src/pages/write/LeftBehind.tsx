import { Alert, Button, Group, Text } from "@mantine/core";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useSession } from "../../api/session.ts";
import { useAct } from "../../parts/use-act.ts";
import { forget, type Kept, keptName, readKept } from "./kept.ts";
import { reachedChannelIds } from "./queries.ts";
import { type Base, baseOf, type Made, store } from "./saving.ts";
import { isSame } from "./state.ts";
import { words } from "./words.ts";

interface LeftBehindProps {
  readonly brandId: number;
  readonly postId: number;
  /** As it is now; null if it has been deleted. */
  readonly post: WholePost | null;
}

/** What was typed into a post, and not saved when it left or was deleted. */
export function LeftBehind({ brandId, postId, post }: LeftBehindProps) {
  const userId = useSession().user.id;
  const name = keptName({ userId, brandId }, postId);
  const [kept, setKept] = useState(() => unsaved(readKept(localStorage, name), post));
  const made = useRef<Base | null>(null);
  const begun = useRef<Made | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const done = () => {
    forget(localStorage, name);
    setKept(null);
  };
  const save = useAct(
    async ({ draft }: Kept) => {
      return store({
        brandId,
        draft: { ...draft, when: { mode: "DRAFT" } },
        base: made.current,
        when: { mode: "DRAFT" },
        channelIds: await reachedChannelIds(queries, { brandId, collectionId: draft.collectionId }),
        // A second try goes on with the post that the first one made.
        made: begun.current,
        onPost: (post) => {
          begun.current = post;
        },
        onMade: (base) => {
          made.current = base;
        },
      });
    },
    { done: () => words.leftBehindSaved, changes: [["brand", brandId]] },
  );
  if (kept === null) return null;
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between">
        <Text>{words.leftBehind}</Text>
        <Group gap="xs">
          <Button
            size="xs"
            loading={save.isPending}
            onClick={() =>
              save.mutate(kept, {
                onSuccess: ({ id }) => {
                  done();
                  void navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId: id } });
                },
              })
            }
          >
            {words.saveLeftBehind}
          </Button>
          <Button size="xs" variant="default" onClick={done}>
            {words.discardLeftBehind}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

function unsaved(kept: Kept | null, post: WholePost | null): Kept | null {
  if (post === null) return kept;
  const stored = baseOf(post).draft;
  return kept === null || isSame({ ...kept.draft, when: stored.when }, stored) ? null : kept;
}
