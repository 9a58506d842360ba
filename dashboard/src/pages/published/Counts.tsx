import { Text } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import { printMoment } from "../../parts/moments.ts";
import { words } from "./words.ts";

/** Likes, comments and shares with their age; where they are not known, so is that. */
export function Counts({ result, zone }: { readonly result: Pick<Result, "counts" | "countsNextAt" | "state">; readonly zone: string }) {
  const { counts, countsNextAt, state } = result;
  if (counts !== null) {
    const { likes, comments, shares } = counts;
    const told = [
      likes === null ? null : words.likes(likes),
      comments === null ? null : words.comments(comments),
      shares === null ? null : words.shares(shares),
    ].filter((figure) => figure !== null);
    return (
      <Text size="sm">
        {told.join(" · ")}
        <Text span inherit c="dimmed">
          {" "}
          ({words.readAt(printMoment(counts.readAt, zone))})
        </Text>
      </Text>
    );
  }
  if (state !== "PUBLISHED") return null;
  return (
    <Text size="sm" c="dimmed">
      {countsNextAt === null ? words.noCounts : words.readNext(printMoment(countsNextAt, zone))}
    </Text>
  );
}
