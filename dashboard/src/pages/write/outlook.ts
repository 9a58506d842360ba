import { useDebouncedValue } from "@mantine/hooks";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { previewQuery } from "./queries.ts";
import type { Draft } from "./state.ts";
import type { Composer } from "./use-composer.ts";

const PAUSE_MS = 200;

/** What the service says becomes of the draft on each channel: lengths, obstacles and what readers see come from here and nowhere else. */
export interface Outlook {
  readonly byChannel: ReadonlyMap<number, PreviewedChannel>;
  /** Whether it is of an earlier moment than what is typed. */
  readonly isOld: boolean;
  /** Why there is none, in a sentence. */
  readonly error: string | null;
  /** Whether there is something that could go out. */
  readonly isWritten: boolean;
  /** The same of what is typed now; null if it cannot be had. */
  readonly now: () => Promise<ReadonlyMap<number, PreviewedChannel> | null>;
}

export function useOutlook({ brandId, draft, channels }: Pick<Composer, "brandId" | "draft" | "channels">): Outlook {
  const queries = useQueryClient();
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const channelIds = channels.map(({ id }) => id);
  const asked = previewQuery(brandId, { draft: complete(settled), channelIds });
  const current = previewQuery(brandId, { draft: complete(draft), channelIds });
  const { data, error, isPlaceholderData } = useQuery({ ...asked, enabled: settled.collectionId !== null && channels.length > 0 });
  const isSame = JSON.stringify(asked.queryKey) === JSON.stringify(current.queryKey);
  return {
    byChannel: byId(data ?? []),
    isOld: isPlaceholderData || !isSame || data === undefined,
    error: error === null ? null : error.message,
    isWritten: isWritten(draft),
    now: () => queries.fetchQuery(current).then(byId, () => null),
  };
}

function isWritten({ caption, captions, poll }: Draft): boolean {
  return caption.trim() !== "" || Object.values(captions).some((own) => own.trim() !== "") || (poll !== null && isComplete(poll));
}

/** A poll is asked about once it is one. */
function complete(draft: Draft): Draft {
  return draft.poll === null || isComplete(draft.poll) ? draft : { ...draft, poll: null };
}

function isComplete({ question, options }: NonNullable<Draft["poll"]>): boolean {
  return question.trim() !== "" && options.filter((option) => option.trim() !== "").length > 1;
}

function byId(previews: readonly PreviewedChannel[]): ReadonlyMap<number, PreviewedChannel> {
  return new Map(previews.map((preview) => [preview.channelId, preview]));
}
