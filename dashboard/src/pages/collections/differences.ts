import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { printChanges, printInterval, printSlot } from "./print.ts";
import { words } from "./words.ts";

export type ShownCollection = PrivateOutput<"showCollection">;
type Compared = Pick<ShownCollection, "title" | "description" | "status" | "maxRepublish" | "channels" | "queues">;

/** What has changed between what a person saw and what is there now, in sentences. */
export function differences(seen: Compared, now: Compared): string[] {
  const { changed } = words;
  const said: string[] = [];
  if (seen.title !== now.title) said.push(changed.title({ title: now.title }));
  if ((seen.description ?? "") !== (now.description ?? "")) said.push(changed.description);
  if (seen.status !== now.status) said.push(changed.status[now.status]);
  if (seen.maxRepublish !== now.maxRepublish) said.push(changed.evergreen({ interval: printInterval(now.maxRepublish) }));
  const [before, after] = [seen.channels.map(({ name }) => name), now.channels.map(({ name }) => name)];
  if (seen.channels.map(({ id }) => id).join() !== now.channels.map(({ id }) => id).join()) {
    said.push(changed.channels({ changes: printChanges(missing(after, before), missing(before, after)) }));
  }
  const [slotsBefore, slotsAfter] = [seen.queues.map(printSlot), now.queues.map(printSlot)];
  const [added, removed] = [missing(slotsAfter, slotsBefore), missing(slotsBefore, slotsAfter)];
  if (added.length + removed.length > 0) said.push(changed.slots({ changes: printChanges(added, removed) }));
  return said;
}

/** Those of the first list that the second lacks, as often as it lacks them. */
function missing(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((one) => {
    const place = left.indexOf(one);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
