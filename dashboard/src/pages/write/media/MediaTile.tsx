import { useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon, Box, NativeSelect } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { IconCheck, IconChevronLeft, IconChevronRight, IconCrop, IconPhotoVideo, IconX } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { networkName } from "../../../parts/look/networks.ts";
import { SmallPicture } from "../../../parts/SmallPicture.tsx";
import type { FileOfDraft } from "../pictures.ts";
import type { DraftMedium } from "../state.ts";
import css from "./MediaStrip.module.css";
import { words } from "./words.ts";

interface MediaTileProps {
  readonly item: DraftMedium;
  readonly index: number;
  readonly count: number;
  readonly isDescribed: boolean;
  /** The networks that refuse its shape. */
  readonly refusing: readonly ChannelType[];
  /** Absent where it has no cover to choose. */
  readonly onCover: (() => void) | null;
  /** How many cards it can go with; 0 or 1: there is nothing to choose. */
  readonly cards: number;
  readonly onCard: (part: number) => void;
  readonly onMove: (to: number) => void;
  readonly onDescribe: () => void;
  readonly onCrop: (item: FileOfDraft, types?: readonly ChannelType[]) => void;
  readonly onRemove: () => void;
}

/** One file of the post: dragged by its picture, moved by its buttons or by Alt and an arrow. */
export function MediaTile({
  item,
  index,
  count,
  isDescribed,
  refusing,
  onCover,
  cards,
  onCard,
  onMove,
  onDescribe,
  onCrop,
  onRemove,
}: MediaTileProps) {
  const drag = useDraggable({ id: index });
  const drop = useDroppable({ id: index });
  const name = item.kind === "file" ? item.medium.name : item.url;
  const { x = 0, y = 0 } = drag.transform ?? {};
  const isPicture = item.kind === "file" && item.medium.mime.startsWith("image/");
  const isSeen = item.kind === "address" || /^(image|video)\//.test(item.medium.mime);
  const keys = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <li
      ref={drop.setNodeRef}
      className={css.tile}
      data-over={drop.isOver || undefined}
      data-refused={refusing.length > 0 || undefined}
      aria-label={words.number({ number: index + 1, count, name })}
      onKeyDown={keys}
    >
      <Box
        ref={drag.setNodeRef}
        className={css.picture}
        data-dragging={drag.isDragging || undefined}
        onMouseDown={drag.listeners?.onMouseDown as never}
        onTouchStart={drag.listeners?.onTouchStart as never}
        style={{ transform: `translate(${x}px, ${y}px)` }}
      >
        {item.kind === "file" ? (
          <SmallPicture
            url={(item.cover?.medium ?? item.medium).thumbnailUrl}
            mime={item.medium.mime}
            alt={item.alt === "" ? name : item.alt}
            width="100%"
            height={138}
          />
        ) : (
          <span className={css.link}>
            {item.url} <small>{words.fetched}</small>
          </span>
        )}
      </Box>
      <span className={css.number} aria-hidden>
        {index + 1}
      </span>
      {isSeen && (
        <button
          type="button"
          className={css.alt}
          data-done={isDescribed || undefined}
          aria-label={item.alt === "" ? words.describe({ name }) : words.described({ name })}
          onClick={onDescribe}
        >
          {isDescribed && <IconCheck size={13} stroke={2.5} aria-hidden />}
          {isDescribed ? words.altDone : words.altMissing}
        </button>
      )}
      {refusing.length > 0 && item.kind === "file" && (
        <button
          type="button"
          className={css.refused}
          aria-label={words.cropThis({ name, networks: refusing.map(networkName).join(", ") })}
          onClick={() => onCrop(item, refusing)}
        >
          <span>{words.cropFor({ networks: refusing.map(networkName).join(", ") })}</span>
        </button>
      )}
      {item.kind === "file" && cards > 1 && (
        <NativeSelect
          size="xs"
          aria-label={words.cardOf({ name })}
          value={Math.min(item.part ?? 0, cards - 1)}
          onChange={({ currentTarget: { value } }) => onCard(Number(value))}
          data={Array.from({ length: cards }, (_, part) => ({ value: String(part), label: words.card({ number: part + 1 }) }))}
        />
      )}
      <div className={css.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          disabled={index === 0}
          aria-label={words.left({ name })}
          onClick={() => onMove(index - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        {isPicture && (
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.crop({ name })} onClick={() => onCrop(item)}>
            <IconCrop size={17} aria-hidden />
          </ActionIcon>
        )}
        {onCover !== null && (
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.chooseCover({ name })} onClick={onCover}>
            <IconPhotoVideo size={17} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.remove({ name })} onClick={onRemove}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          disabled={index === count - 1}
          aria-label={words.right({ name })}
          onClick={() => onMove(index + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
