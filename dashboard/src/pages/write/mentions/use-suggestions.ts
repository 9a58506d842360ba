import { useDebouncedValue } from "@mantine/hooks";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { useQuery } from "@tanstack/react-query";
import { peopleQuery } from "../queries.ts";
import type { Composer } from "../use-composer.ts";
import { type Suggestion, stillMatching, suggestionsOf } from "./typed.ts";

const PAUSE_MS = 250;

/** For whom a text is. */
export interface MentionGround {
  readonly brandId: number;
  readonly channelIds: readonly number[];
  /** Their networks. */
  readonly types: readonly ChannelType[];
}

/** The channels that get a text: all that have none of their own, or those of the network whose own it is. */
export function groundOf({ brandId, draft, channels }: Composer, type: ChannelType | null): MentionGround {
  const isIts = (channel: WritingChannel) => (type === null ? draft.captions[channel.type] === undefined : channel.type === type);
  return groundAmong(
    brandId,
    channels.filter((channel) => !draft.leftOut.includes(channel.id) && isIts(channel)),
  );
}

export function groundAmong(brandId: number, channels: readonly WritingChannel[]): MentionGround {
  return { brandId, channelIds: channels.map(({ id }) => id), types: [...new Set(channels.map(({ type }) => type))] };
}

const NOBODY = { suggestions: [] as readonly Suggestion[], problems: [] as readonly string[] };

/** Whom what is being typed may be meant for; null: no mention is being typed. */
export function useSuggestions(beginning: string | null, ground: MentionGround): typeof NOBODY {
  const [settled] = useDebouncedValue(beginning, PAUSE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...peopleQuery(ground.brandId, { channelIds: ground.channelIds, beginning: settled ?? "" }),
    enabled: settled !== null && beginning !== null && ground.channelIds.length > 0,
  });
  if (beginning === null || data === undefined) return NOBODY;
  const found = suggestionsOf(data).filter(({ handle }) => handle.slice(1).toLowerCase() !== beginning.toLowerCase());
  const isOld = isPlaceholderData || settled !== beginning;
  return {
    suggestions: isOld ? stillMatching(found, beginning) : found,
    problems: isOld ? [] : data.flatMap(({ problem }) => (problem === null ? [] : [problem])),
  };
}
