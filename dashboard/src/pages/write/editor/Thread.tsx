import { DndContext, type DragEndEvent, useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon, Button, Text, VisuallyHidden } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { networkName } from "../../../parts/look/networks.ts";
import { SmallPicture } from "../../../parts/SmallPicture.tsx";
import { useDragSensors } from "../../../parts/use-drag-sensors.ts";
import { MentionArea } from "../mentions/MentionArea.tsx";
import { groundOf, type MentionGround } from "../mentions/use-suggestions.ts";
import type { Outlook } from "../outlook.ts";
import { type FileOfDraft, withParts } from "../pictures.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./editor.module.css";
import { cardsOf, followed, moveCard, placesOf, splitCard, textOf, withCard } from "./parts-of-thread.ts";

interface ThreadProps {
  readonly composer: Composer;
  readonly outlook: Outlook;
  /** Whose text it is; null: that of all networks. */
  readonly type: ChannelType | null;
  readonly text: string;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

/** A thread as cards, each with what is left of it where least is. */
export function Thread({ composer, outlook, type, text, error, onChange }: ThreadProps) {
  const [cards, setCards] = useState<readonly string[]>(() => cardsOf(text));
  const [news, setNews] = useState("");
  const focus = useRef<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const sensors = useDragSensors();
  const files = composer.draft.media.flatMap((item) => (item.kind === "file" ? [item] : []));
  // Undone, or changed elsewhere.
  const shown = textOf(cards) === text ? cards : cardsOf(text);
  // `to`: where each card is now. Networks' own texts leave files where the common text has them.
  const put = (next: readonly string[], focused: number | null = null, to = (card: number) => card) => {
    focus.current = focused;
    setCards(next);
    onChange(textOf(next));
    if (type === null && files.length > 0)
      composer.changeMedia((media) => withParts(media, (part) => followed({ before: shown, after: next, to }, part)));
  };
  useEffect(() => {
    if (focus.current === null) return;
    list.current?.querySelectorAll("textarea")[focus.current]?.focus();
    focus.current = null;
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= shown.length || from === to) return;
    const order = moveCard(
      shown.map((_, card) => String(card)),
      from,
      to,
    );
    put(moveCard(shown, from, to), to, (card) => order.indexOf(String(card)));
    setNews(words.cards.moved({ number: to + 1, count: shown.length }));
  };
  const ground = groundOf(composer, type);
  const measures = measuresOf(shown, { composer, outlook, type });
  const places = placesOf(shown);
  const end = ({ active, over }: DragEndEvent) => over !== null && move(Number(active.id), Number(over.id));
  return (
    <DndContext sensors={sensors} onDragEnd={end} accessibility={{ container: document.body, screenReaderInstructions: { draggable: "" } }}>
      <Text size="sm" c="var(--text-2)" mb="xs">
        {words.cards.hint} <span className="keys">{words.cards.keys} </span>
        {composer.draft.media.length > 0 && type === null && (composer.draft.poll === null ? words.cards.media : words.cards.mediaAndPoll)}
      </Text>
      <ol className={css.cards} ref={list}>
        {shown.map((card, index) => (
          <Card
            // biome-ignore lint/suspicious/noArrayIndexKey: cards are known by their place
            key={index}
            index={index}
            count={shown.length}
            text={card}
            label={index === 0 && type === null ? words.text : words.cards.label({ number: index + 1 })}
            measure={measures[index] ?? null}
            ground={ground}
            onChange={(next) => {
              const { cards: changed, focus: focused } = withCard(shown, index, next);
              put(changed, focused === index ? null : focused, (card) => (card > index ? card + changed.length - shown.length : card));
            }}
            onMove={(step) => move(index, index + step)}
            onSplit={(over) => put(splitCard(shown, index, over), index + 1, (card) => (card > index ? card + 1 : card))}
            onRemove={() =>
              put(shown.length === 1 ? [""] : shown.filter((_, place) => place !== index), Math.max(0, index - 1), (card) =>
                card >= index ? Math.max(0, card - 1) : card,
              )
            }
            files={type === null ? files.filter(({ part = 0 }) => part === places[index]) : []}
          />
        ))}
      </ol>
      {error !== null && (
        <Text role="alert" size="sm" c="var(--fail)">
          {error}
        </Text>
      )}
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        style={{ alignSelf: "flex-start" }}
        onClick={() => put([...shown, ""], shown.length)}
      >
        {words.cards.add}
      </Button>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </DndContext>
  );
}

interface Measure {
  readonly left: number;
  readonly type: ChannelType;
}

interface CardProps {
  readonly index: number;
  readonly count: number;
  readonly text: string;
  readonly label: string;
  readonly measure: Measure | null;
  readonly ground: MentionGround;
  /** Those that go with it. */
  readonly files: readonly FileOfDraft[];
  readonly onChange: (text: string) => void;
  readonly onMove: (step: number) => void;
  readonly onSplit: (over: number) => void;
  readonly onRemove: () => void;
}

function Card({ index, count, text, label, measure, ground, files, onChange, onMove, onSplit, onRemove }: CardProps) {
  const drag = useDraggable({ id: index });
  const drop = useDroppable({ id: index });
  const say = words.cards;
  const number = index + 1;
  const isOver = measure !== null && measure.left < 0;
  const { y = 0 } = drag.transform ?? {};
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <li
      ref={drop.setNodeRef}
      className={css.card}
      data-over={isOver || undefined}
      data-target={drop.isOver || undefined}
      style={drag.isDragging ? { transform: `translateY(${y}px)`, zIndex: 2 } : {}}
    >
      <span
        ref={drag.setNodeRef}
        className={css.handle}
        title={say.drag({ number })}
        aria-hidden
        onMouseDown={drag.listeners?.onMouseDown as never}
        onTouchStart={drag.listeners?.onTouchStart as never}
      >
        <IconGripVertical size={18} stroke={1.75} />
      </span>
      <MentionArea
        aria-label={label}
        variant="unstyled"
        autosize
        minRows={1}
        classNames={{ input: css.cardText ?? "" }}
        value={text}
        ground={ground}
        onText={onChange}
        onKeyDown={keys}
      />
      {files.length > 0 && (
        <span className={css.cardFiles} aria-hidden>
          {files.map(({ medium, cover }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may be there twice
            <SmallPicture key={place} url={(cover?.medium ?? medium).thumbnailUrl} mime={medium.mime} alt="" width={48} height={48} />
          ))}
        </span>
      )}
      <div className={css.cardFoot}>
        <span className={css.cardLeft} data-over={isOver || undefined}>
          {measure === null
            ? ""
            : isOver
              ? say.over({ count: -measure.left, network: networkName(measure.type) })
              : say.left({ count: measure.left })}
        </span>
        {isOver && (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            c="var(--fail)"
            bg="var(--fail-soft)"
            onClick={() => onSplit(-measure.left)}
          >
            {say.split}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--text-2)"
          aria-label={say.up({ number })}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--text-2)"
          aria-label={say.down({ number })}
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" c="var(--text-2)" aria-label={say.remove({ number })} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

/** What is left of each card on the network with threads where least is. */
function measuresOf(
  cards: readonly string[],
  { composer, outlook, type }: Pick<ThreadProps, "composer" | "outlook" | "type">,
): readonly (Measure | null)[] {
  const { channels, draft } = composer;
  const those = channels.filter((channel) => {
    const isIts = type === null ? draft.captions[channel.type] === undefined : channel.type === type;
    return isIts && platforms[channel.type].threads && !draft.leftOut.includes(channel.id);
  });
  return placesOf(cards).map((place) => {
    if (place === null) return null;
    const lefts = those.flatMap((channel) => {
      const part = outlook.byChannel.get(channel.id)?.texts[place];
      return part === undefined ? [] : [{ left: part.max - part.length, type: channel.type }];
    });
    return lefts.length === 0 ? null : lefts.reduce((least, one) => (one.left < least.left ? one : least));
  });
}
