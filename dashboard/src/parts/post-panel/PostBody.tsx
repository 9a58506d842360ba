import { Anchor, Button } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { printLocal } from "../moments.ts";
import { PostPreview } from "./PostPreview.tsx";
import css from "./panel.module.css";
import type { Shown } from "./queries.ts";
import { Targets } from "./Targets.tsx";
import { words } from "./words.ts";

interface PostBodyProps {
  readonly brandId: number;
  readonly shown: Shown;
  readonly mayEdit: boolean;
  /** Asks where to move it; absent where it cannot be moved. */
  readonly onMove?: (() => void) | undefined;
}

/** When a post goes out or went out, what readers see of it, and what becomes of it on each channel. */
export function PostBody({ brandId, shown, mayEdit, onMove }: PostBodyProps) {
  const { post, story } = shown;
  return (
    <div className={css.body}>
      <div className={css.when}>
        <h2>{post.localDate === null ? words.noDate : printLocal(post.localDate)}</h2>
        {onMove !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconCalendarTime size={16} stroke={1.75} aria-hidden />}
            onClick={onMove}
          >
            {words.move}
          </Button>
        )}
      </div>
      <Place brandId={brandId} shown={shown} mayEdit={mayEdit} />
      <PostPreview brandId={brandId} {...shown} />
      <Targets brandId={brandId} post={post} story={story} />
    </div>
  );
}

/** Where it stands in its queue, or that nothing says when it leaves. */
function Place({ brandId, shown: { post, story }, mayEdit }: Omit<PostBodyProps, "onMove">) {
  if (story.reason === "no_slots" && post.postingType === "QUEUE") {
    return (
      <div className={css.note} data-kind="waiting">
        <span>{words.noTimes}</span>
        {mayEdit && (
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/brands/$brandId/collections/$collectionId"
                params={{ brandId, collectionId: post.collectionId }}
                search={{ dialog: "times" }}
                {...props}
              />
            )}
          >
            {words.chooseTimes}
          </Anchor>
        )}
      </div>
    );
  }
  if (post.queuePosition === null || post.queueLength === null) return null;
  return <p className={css.place}>{words.inQueue({ place: post.queuePosition, count: post.queueLength })}</p>;
}
