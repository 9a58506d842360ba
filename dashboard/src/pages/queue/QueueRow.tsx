import { useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon } from "@mantine/core";
import type { QueueEntry } from "@rostrum/contract/private/calendar.ts";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { printLocal, printMoment } from "../../parts/moments.ts";
import { tellReason } from "../../parts/reasons/reasons.ts";
import { MoveMenu } from "../calendar/MoveMenu.tsx";
import { usePlan } from "../calendar/plan-context.ts";
import classes from "./queue.module.css";
import { words } from "./words.ts";

interface QueueRowProps {
  readonly entry: QueueEntry;
  readonly place: number;
  readonly count: number;
  readonly put: (entry: QueueEntry, place: number) => void;
}

const ICON = 16;
const PICTURE = 48;

/** A post in its queue: when its slot comes, and the ways to another place. */
export function QueueRow({ entry, place, count, put }: QueueRowProps) {
  const { brandId, canEdit, ownZone } = usePlan();
  const { postId, post, picture, networks, obstacles } = entry;
  const refused = new Set(obstacles.map(({ type }) => type));
  const drag = useDraggable({ id: postId, disabled: !canEdit });
  const drop = useDroppable({ id: `place ${place}`, data: { place } });
  const step = (event: KeyboardEvent) => {
    if (!canEdit || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return drag.listeners?.onKeyDown?.(event);
    event.preventDefault();
    put(entry, place + (event.key === "ArrowUp" ? -1 : 1));
  };
  const name = [classes.row, drop.isOver && classes.over, drag.isDragging && classes.lifted].filter(Boolean).join(" ");
  return (
    <div ref={drop.setNodeRef} className={name}>
      <div className={`${classes.date} figures`}>
        {entry.local === null ? words.noDate : printLocal(entry.local)}
        {ownZone !== null && entry.at !== null && (
          <div className={classes.ownTime}>
            {printMoment(entry.at, ownZone)} ({ownZone})
          </div>
        )}
      </div>
      <Link
        ref={drag.setNodeRef}
        to="/brands/$brandId/posts/$postId/edit"
        params={{ brandId, postId }}
        className={classes.link}
        draggable={false}
        data-post={postId}
        aria-describedby={canEdit ? drag.attributes["aria-describedby"] : undefined}
        {...(drag.listeners ?? {})}
        onKeyDown={step}
      >
        <PostThumb picture={picture} size={PICTURE} />
        <span className={classes.words}>
          <span className={classes.text}>{post}</span>
          {obstacles.map(({ id, type, message, reason }) => (
            <span key={id} className={classes.obstacle}>
              {tellReason({ reason, message, network: type })?.sentence ?? message}
            </span>
          ))}
        </span>
      </Link>
      <span className={classes.discs}>
        {networks.map((type, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two channels may be of one network, and they never change places
          <NetworkDisc key={`${type} ${index}`} type={type} size={22} {...(refused.has(type) && { state: "failed" })} />
        ))}
      </span>
      {canEdit && (
        <div className={classes.buttons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={words.up({ post })}
            disabled={place === 0}
            onClick={() => put(entry, place - 1)}
          >
            <IconArrowUp size={ICON} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={words.down({ post })}
            disabled={place === count - 1}
            onClick={() => put(entry, place + 1)}
          >
            <IconArrowDown size={ICON} aria-hidden />
          </ActionIcon>
          <MoveMenu post={post} item={entry} why="" />
        </div>
      )}
    </div>
  );
}
