import type { OutgoingMedia } from "./connector.ts";

type Files = readonly OutgoingMedia[];

/**
 * The files of each part of a thread. `group`: what the network takes together, in its order. Files that nobody has placed spread over the
 * parts from the first on; of files placed with a part, what it cannot take goes into parts of its own, after the last.
 */
export function filesByPart(
  media: Files,
  { parts, group }: { readonly parts: number; group(files: Files): readonly Files[] },
): readonly Files[] {
  if (media.every(({ part = 0 }) => part === 0)) return group(media);
  const byPart = Map.groupBy(media, ({ part = 0 }) => Math.min(part, parts - 1));
  const groups = Array.from({ length: parts }, (_, part) => group(byPart.get(part) ?? []));
  return [...groups.map(([own = []]) => own), ...groups.flatMap(([, ...more]) => more)];
}
