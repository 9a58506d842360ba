import { Checkbox } from "@mantine/core";
import { printLocal as localIn, toInstant } from "@rostrum/contract/formats.ts";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type CSSProperties, memo } from "react";
import { hueOf } from "../../parts/look/hues.ts";
import { NetworkDiscs } from "../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printDay, printLocalTime, printMoment, printTime } from "../../parts/moments.ts";
import { tellReason } from "../../parts/reasons/reasons.ts";
import classes from "./calendar.module.css";
import { DragLink, panelTarget, publishedTarget } from "./DragLink.tsx";
import { dayOf } from "./grid.ts";
import { MoveMenu } from "./MoveMenu.tsx";
import { markOf, publishedOn, SIGNS, troublesOf } from "./marks.ts";
import { movableOf } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

/** `small`: in a month. `tall`: in a week, with its picture. `wide`: in a list, with the reasons. */
export type CardForm = "small" | "tall" | "wide";

interface EntryCardProps {
  readonly entry: CalendarEntry;
  readonly form?: CardForm;
}

const DISCS = { small: 2, tall: 5, wide: 3 } as const;

/** A post in the calendar: its time, how it stands, its networks and its beginning. A click opens its panel. */
export const EntryCard = memo(function EntryCard({ entry, form = "small" }: EntryCardProps) {
  const plan = usePlan();
  const { brandId, canEdit, isChoosing, chosen, choose, ownZone, openId } = plan;
  const item = movableOf(entry);
  const isChosen = item !== null && chosen.has(item.postId);
  const { postId } = entry;
  const mark = markOf(entry);
  const sign = SIGNS[mark];
  const isWarned = entry.state !== "LEFT" && troublesOf(entry).length > 0;
  const types = entry.channels.flatMap(({ type }) => type ?? []);
  const style = { "--c": hueOf(entry.collectionId) } as CSSProperties;
  return (
    <div
      className={classes.card}
      style={style}
      data-form={form}
      data-state={sign}
      data-chosen={isChosen || undefined}
      data-open={(postId !== null && postId === openId) || undefined}
    >
      {isChoosing && item !== null && (
        <Checkbox
          className={classes.tick}
          size="24px"
          checked={isChosen}
          onChange={() => choose(item, "toggle")}
          aria-label={words.choosePost({ post: entry.post })}
        />
      )}
      <DragLink
        id={entry.key}
        post={entry.post}
        postId={postId}
        item={item}
        target={postId === null ? publishedTarget(brandId, null) : panelTarget(plan, postId)}
      >
        {form === "tall" && entry.picture !== null && (
          <img className={classes.banner} src={entry.picture.thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />
        )}
        {form === "wide" && (
          <span aria-hidden className={classes.wideThumb}>
            <PostThumb picture={entry.picture} size={48} state={sign} />
          </span>
        )}
        <span className={classes.facts}>
          {form === "small" && (
            <span aria-hidden className={classes.thumb}>
              <PostThumb picture={entry.picture} state={sign} />
            </span>
          )}
          <span className={classes.time}>{printLocalTime(entry.local)}</span>
          {form === "tall" && <StateMark state={sign} isNamed />}
          {form === "wide" && ownZone !== null && <span>({words.ownTime({ time: ownTimeOf(entry, ownZone), zone: ownZone })})</span>}
          {form === "wide" && <span className={classes.word}>{stateOf(entry)}</span>}
          {isWarned && <IconAlertTriangle className={classes.warning} size={14} aria-hidden />}
          {form !== "tall" && (
            <span className={classes.discs} aria-hidden>
              <NetworkDiscs types={types} size={form === "wide" ? 18 : 15} max={isWarned && form === "small" ? 1 : DISCS[form]} />
            </span>
          )}
        </span>
        <span className={classes.text}>{entry.post}</span>
        {form === "tall" && (
          <span className={classes.tallDiscs} aria-hidden>
            <NetworkDiscs types={types} size={17} max={DISCS.tall} />
          </span>
        )}
        {form === "wide" &&
          reasonsOf(entry).map((sentence) => (
            <span key={sentence} className={classes.reason}>
              {sentence}
            </span>
          ))}
        <span className="unseen">. {hintsOf(entry, form).join(". ")}</span>
      </DragLink>
      {canEdit && entry.state !== "LEFT" && <MoveMenu post={entry.post} item={item} why={whyNot(entry)} />}
    </div>
  );
});

/** With its day where that is another one. */
function ownTimeOf({ at, local }: CalendarEntry, zone: string): string {
  return dayOf(localIn(toInstant(at), zone)) === dayOf(local) ? printTime(at, zone) : printMoment(at, zone);
}

function whyNot({ state }: CalendarEntry): string {
  return state === "REPEATS" ? words.whyRepeats : words.whyLeaving;
}

/** How it stands, and what has left with the number of channels. */
function stateOf(entry: CalendarEntry): string {
  const mark = markOf(entry);
  if (mark !== "published" && mark !== "partly") return words.marks[mark];
  return words.publishedOn({ count: publishedOn(entry), all: entry.channels.length });
}

/** Why it will not leave, or not everywhere, or has not. */
function reasonsOf(entry: CalendarEntry): string[] {
  const whole = tellReason({ reason: entry.reason, message: null, network: null });
  if (whole !== null) return [whole.sentence];
  return troublesOf(entry).map(({ type, message, reason }) => {
    const told = tellReason({ reason, message, network: type });
    return [type === null ? null : networkName(type), told?.sentence ?? message].filter(Boolean).join(": ");
  });
}

/** What the card shows by its place and its signs alone, in words. */
function hintsOf(entry: CalendarEntry, form: CardForm): string[] {
  const isWide = form === "wide";
  const types = [...new Set(entry.channels.flatMap(({ type }) => type ?? []))];
  const parts = [
    printDay(entry.local),
    ...(isWide ? [] : [words.marks[markOf(entry)]]),
    types.join(", "),
    ...(isWide ? [] : reasonsOf(entry)),
  ];
  return parts.filter((part) => part !== "");
}
