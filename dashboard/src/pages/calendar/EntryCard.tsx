import { Checkbox, VisuallyHidden } from "@mantine/core";
import { printLocal as localIn, toInstant } from "@rostrum/contract/formats.ts";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { forecastReasons } from "@rostrum/contract/reasons.ts";
import { memo } from "react";
import { printDay, printLocalTime, printMoment, printTime } from "../../parts/moments.ts";
import { SmallPicture } from "../../parts/SmallPicture.tsx";
import { ChannelIcons } from "./ChannelIcons.tsx";
import classes from "./calendar.module.css";
import { DragLink, editTarget, publishedTarget } from "./DragLink.tsx";
import { dayOf } from "./grid.ts";
import { MarkIcon, markColour } from "./MarkIcon.tsx";
import { MoveMenu } from "./MoveMenu.tsx";
import { markOf, publishedOn, troublesOf } from "./marks.ts";
import { movableOf } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { marks, words } from "./words.ts";

interface EntryCardProps {
  readonly entry: CalendarEntry;
  readonly isWide?: boolean;
}
const PICTURE = 48;

/** A post in the calendar: its time, how it stands, its channels and its beginning. `isWide`: with the reasons, in a list. */
export const EntryCard = memo(function EntryCard({ entry, isWide = false }: EntryCardProps) {
  const { brandId, canEdit, isChoosing, chosen, choose, ownZone } = usePlan();
  const item = movableOf(entry);
  const isChosen = item !== null && chosen.has(item.postId);
  const style = { "--mark": markColour(markOf(entry)) } as React.CSSProperties;
  const className = [classes.card, isWide && classes.wide, isChosen && classes.isChosen];
  const { postId, state } = entry;
  const target = postId === null || state === "LEFT" ? publishedTarget(brandId, postId) : editTarget(brandId, postId);
  return (
    <div className={className.filter(Boolean).join(" ")} style={style}>
      {isChoosing && item !== null && (
        <Checkbox size="24px" checked={isChosen} onChange={() => choose(item, "toggle")} aria-label={words.choosePost(entry.post)} />
      )}
      {isWide && entry.picture !== null && (
        <SmallPicture url={entry.picture.thumbnailUrl} mime="image/webp" alt="" width={PICTURE} height={PICTURE} />
      )}
      <DragLink id={entry.key} post={entry.post} item={item} target={target}>
        <span className={classes.facts}>
          <span className={classes.time}>{printLocalTime(entry.local)}</span>
          {isWide && ownZone !== null && <span>({words.ownTime(ownTimeOf(entry, ownZone), ownZone)})</span>}
          <MarkIcon entry={entry} />
          {isWide && <span>{stateOf(entry)}</span>}
          <ChannelIcons channels={entry.channels} />
        </span>
        <span className={classes.text}>{entry.post}</span>
        {isWide &&
          reasonsOf(entry).map((sentence) => (
            <span key={sentence} className={classes.text}>
              {sentence}
            </span>
          ))}
        <VisuallyHidden>. {hintsOf(entry, isWide).join(". ")}</VisuallyHidden>
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
  return state === "REPEATS" ? words.repeats : words.leaving;
}

/** How it stands, and what has left with the number of channels. */
function stateOf(entry: CalendarEntry): string {
  const mark = markOf(entry);
  return mark === "published" || mark === "partly" ? words.publishedOn(publishedOn(entry), entry.channels.length) : marks[mark];
}

/** Why it will not leave, or not everywhere, or has not. */
function reasonsOf(entry: CalendarEntry): string[] {
  const meanings: Readonly<Record<string, string>> = forecastReasons;
  if (entry.reason !== null) return [meanings[entry.reason] ?? entry.reason];
  return troublesOf(entry).map(({ type, message, reason }) => [type, message ?? reason].filter(Boolean).join(": "));
}

/** What the card shows by its place and its icons alone, in words. */
function hintsOf(entry: CalendarEntry, isWide: boolean): string[] {
  const types = [...new Set(entry.channels.flatMap(({ type }) => type ?? []))];
  const parts = [printDay(entry.local), ...(isWide ? [] : [marks[markOf(entry)]]), types.join(", "), ...(isWide ? [] : reasonsOf(entry))];
  return parts.filter((part) => part !== "");
}
