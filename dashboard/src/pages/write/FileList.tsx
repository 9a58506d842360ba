import { DndContext, type DragEndEvent, useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon, Box, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { IconChevronLeft, IconChevronRight, IconCrop, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useDragSensors } from "../../parts/use-drag-sensors.ts";
import { words } from "./files-words.ts";
import { type DraftMedium, moved, shownIn } from "./state.ts";
import { Thumbnail } from "./Thumbnails.tsx";

const SIZE = 112;

interface FileListProps {
  readonly media: readonly DraftMedium[];
  readonly alt: string;
  readonly onChange: (next: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => void;
  readonly onCrop: (medium: DescribedMedium) => void;
}

/** The files in their order, which changes by buttons or by dragging. */
export function FileList({ media, alt, onChange, onCrop }: FileListProps) {
  const [news, setNews] = useState("");
  const sensors = useDragSensors();
  const move = (from: number, to: number) => {
    const item = media[from];
    if (item === undefined || to < 0 || to >= media.length || from === to) return;
    onChange((known) => moved(known, from, to));
    setNews(words.files.moved(nameOf(item), to + 1, media.length));
  };
  const end = ({ active, over }: DragEndEvent) => {
    if (over !== null) move(Number(active.id), Number(over.id));
  };
  if (media.length === 0) return null;
  return (
    <DndContext sensors={sensors} onDragEnd={end} accessibility={{ container: document.body, screenReaderInstructions: { draggable: "" } }}>
      <Group gap="xs" component="ol" style={{ listStyle: "none", padding: 0, margin: 0 }} align="stretch">
        {media.map((item, index) => (
          <FileTile
            key={keyOf(media, index)}
            item={item}
            index={index}
            alt={alt}
            isLast={index === media.length - 1}
            onMove={(step) => move(index, index + step)}
            onCrop={onCrop}
            onRemove={() => onChange((known) => known.filter((_, place) => place !== index))}
          />
        ))}
      </Group>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </DndContext>
  );
}

/** Goes with the file when it is moved, and the focus with it: which one of the same file it is. */
function keyOf(media: readonly DraftMedium[], index: number): string {
  const sources = media.slice(0, index + 1).map((item) => (item.kind === "file" ? item.medium.id : item.url));
  return `${sources.at(-1)} ${sources.filter((source) => source === sources.at(-1)).length}`;
}

interface FileTileProps {
  readonly item: DraftMedium;
  readonly index: number;
  readonly alt: string;
  readonly isLast: boolean;
  readonly onMove: (step: number) => void;
  readonly onCrop: (medium: DescribedMedium) => void;
  readonly onRemove: () => void;
}

function FileTile({ item, index, alt, isLast, onMove, onCrop, onRemove }: FileTileProps) {
  const drag = useDraggable({ id: index });
  const drop = useDroppable({ id: index });
  const name = nameOf(item);
  const { x = 0, y = 0 } = drag.transform ?? {};
  return (
    <Paper
      component="li"
      ref={drop.setNodeRef}
      withBorder
      p={6}
      w={SIZE + 14}
      bg={drop.isOver ? "var(--mantine-color-default-hover)" : "transparent"}
    >
      <Stack gap={4}>
        <Box
          ref={drag.setNodeRef}
          onMouseDown={drag.listeners?.onMouseDown as never}
          onTouchStart={drag.listeners?.onTouchStart as never}
          style={{
            cursor: "grab",
            touchAction: "manipulation",
            transform: `translate(${x}px, ${y}px)`,
            zIndex: drag.isDragging ? 1 : 0,
            position: "relative",
          }}
        >
          {item.kind === "file" ? (
            <Thumbnail {...shownIn({ alt }, item)} size={SIZE} />
          ) : (
            <Text size="xs" h={SIZE} style={{ overflow: "hidden", overflowWrap: "anywhere" }}>
              {item.url} {words.files.fetched}
            </Text>
          )}
        </Box>
        <Text size="xs" truncate title={name}>
          {name}
        </Text>
        <Group gap={0} justify="space-between" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            disabled={index === 0}
            aria-label={words.files.left(name)}
            onClick={() => onMove(-1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          {item.kind === "file" && item.medium.mime.startsWith("image/") && (
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.files.crop(name)} onClick={() => onCrop(item.medium)}>
              <IconCrop size={18} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.files.remove(name)} onClick={onRemove}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            disabled={isLast}
            aria-label={words.files.right(name)}
            onClick={() => onMove(1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Stack>
    </Paper>
  );
}

export function nameOf(item: DraftMedium): string {
  return item.kind === "file" ? item.medium.name : item.url;
}
