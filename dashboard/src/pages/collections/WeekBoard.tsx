import { DndContext, type DragEndEvent, useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon, Text, UnstyledButton } from "@mantine/core";
import { DAYS, type Day } from "@rostrum/contract/formats.ts";
import { IconCopy, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { printHour } from "../../parts/moments.ts";
import { useDragSensors } from "../../parts/use-drag-sensors.ts";
import type { NextPost } from "./next-posts.ts";
import { printSlot } from "./print.ts";
import { type SlotActions, SlotChip } from "./SlotChip.tsx";
import classes from "./week.module.css";
import { atHour, hourOf, hourText, type Slot, slotsOn, type Week } from "./week.ts";
import { words } from "./words.ts";

/** What can be done on the board besides what can be done with a slot. */
export interface BoardActions extends SlotActions {
  add(place: { readonly day: Day; readonly time: string | null }): void;
  copy(day: Day): void;
  drop(slot: Slot, place: { readonly day: Day; readonly time: string }): void;
}

interface Props {
  readonly week: Week;
  readonly hours: readonly number[];
  readonly next: ReadonlyMap<Slot, NextPost>;
  readonly actions: BoardActions | null;
}

/** Seven days side by side, an hour in each row. Slots are dragged between the cells, and keep their minute. */
export function WeekBoard({ week, hours, next, actions }: Props) {
  const sensors = useDragSensors();
  /** By what it is: somebody else may change the week while it is dragged. */
  const slotNamed = (id: string | number) => week.find((slot, index) => keyOf(slot, index) === id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const slot = slotNamed(active.id);
    const cell = over === null ? null : cellOf(String(over.id));
    if (slot !== undefined && cell !== null) actions?.drop(slot, { day: cell.day, time: atHour(slot, cell.hour) });
  };
  const label = (id: string | number) => {
    const slot = slotNamed(id);
    return slot === undefined ? "" : printSlot(slot);
  };
  return (
    <DndContext
      sensors={sensors}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: words.boardHelp },
        announcements: {
          onDragStart: ({ active }) => words.said.dragging({ slot: label(active.id) }),
          onDragOver: ({ over }) => {
            const cell = over === null ? null : cellOf(String(over.id));
            return cell === null ? undefined : words.said.over({ slot: printSlot({ day: cell.day, time: hourText(cell.hour) }) });
          },
          onDragEnd: () => words.said.dropped,
          onDragCancel: () => words.said.cancelled,
        },
      }}
    >
      <div className={classes.board} style={{ gridTemplateRows: `auto repeat(${hours.length}, auto)` }}>
        <div className={classes.hours} aria-hidden>
          <div />
          {hours.map((hour) => (
            <Text key={hour} className={classes.hour}>
              {printHour(hour)}
            </Text>
          ))}
        </div>
        {DAYS.map((day) => (
          <section key={day} className={classes.day} aria-label={words.days[day]}>
            <DayHead day={day} isEmpty={slotsOn(week, day).length === 0} actions={actions} />
            {hours.map((hour) => (
              <Cell key={hour} day={day} hour={hour} actions={actions}>
                {week.map(
                  (slot, index) =>
                    slot.day === day &&
                    hourOf(slot) === hour && (
                      <DraggableSlot
                        key={keyOf(slot, index)}
                        id={keyOf(slot, index)}
                        slot={slot}
                        next={next.get(slot) ?? null}
                        actions={actions}
                      />
                    ),
                )}
              </Cell>
            ))}
          </section>
        ))}
      </div>
    </DndContext>
  );
}

export function keyOf(slot: Slot, index: number): string {
  return slot.id === undefined ? `new ${index}` : String(slot.id);
}

function DayHead({ day, isEmpty, actions }: { readonly day: Day; readonly isEmpty: boolean; readonly actions: BoardActions | null }) {
  return (
    <div className={classes.head}>
      <Text component="h2" size="sm" fw={600} m={0}>
        {words.shortDays[day]}
      </Text>
      {actions !== null && (
        <span style={{ whiteSpace: "nowrap" }}>
          {!isEmpty && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={26}
              aria-label={words.copyDay({ day: words.days[day] })}
              title={words.copyDay({ day: words.days[day] })}
              onClick={() => actions.copy(day)}
            >
              <IconCopy size={15} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={words.addOn({ day: words.days[day] })}
            title={words.addOn({ day: words.days[day] })}
            onClick={() => actions.add({ day, time: null })}
          >
            <IconPlus size={15} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  );
}

interface CellProps {
  readonly day: Day;
  readonly hour: number;
  readonly actions: BoardActions | null;
  readonly children: ReactNode;
}

function Cell({ day, hour, actions, children }: CellProps) {
  const { setNodeRef, isOver } = useDroppable({ id: `${day} ${hour}` });
  return (
    <div ref={setNodeRef} className={classes.cell} data-over={isOver}>
      {actions !== null && (
        // Out of the tab order: the day's own button is the keyboard's way.
        <UnstyledButton
          className={classes.add}
          tabIndex={-1}
          aria-label={words.addAt({ slot: printSlot({ day, time: hourText(hour) }) })}
          onClick={() => actions.add({ day, time: hourText(hour) })}
        >
          <IconPlus size={14} aria-hidden />
        </UnstyledButton>
      )}
      {children}
    </div>
  );
}

interface DraggableProps {
  readonly id: string;
  readonly slot: Slot;
  readonly next: NextPost | null;
  readonly actions: BoardActions | null;
}

function DraggableSlot({ id, slot, next, actions }: DraggableProps) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id, disabled: actions === null });
  if (actions === null) return <SlotChip slot={slot} next={next} actions={null} />;
  const style = transform === null ? undefined : { transform: `translate(${transform.x}px, ${transform.y}px)` };
  const handle = { ...attributes, ...listeners, ref: setNodeRef, style, "data-dragging": isDragging };
  return <SlotChip slot={slot} next={next} actions={actions} handle={handle} />;
}

function cellOf(id: string): { readonly day: Day; readonly hour: number } | null {
  const [day, hour] = id.split(" ");
  const known = DAYS.find((one) => one === day);
  return known === undefined ? null : { day: known, hour: Number(hour) };
}
