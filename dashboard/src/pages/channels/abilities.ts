import type { Abilities } from "@rostrum/contract/private/channel-kinds.ts";
import { words } from "./words.ts";

/** What a network takes, in one line. */
export function abilitiesLine(abilities: Abilities): string {
  const say = words.abilities;
  const { textMax, textAlone, images, videos, documents, threads, polls, stories, comments } = abilities;
  const files = (count: number | null, counted: (given: { count: number }) => string, any: string) =>
    count === 0 ? [] : [count === null ? any : counted({ count })];
  return [
    say.characters({ count: textMax }),
    ...(textAlone ? [] : [say.notTextAlone]),
    ...files(images, say.images, say.anyImages),
    ...files(videos, say.videos, say.anyVideos),
    ...files(documents, say.documents, say.anyDocuments),
    ...(threads ? [say.threads] : []),
    ...(polls ? [say.polls] : []),
    ...(stories ? [say.stories] : []),
    ...(comments ? [say.comments] : []),
  ].join(", ");
}
