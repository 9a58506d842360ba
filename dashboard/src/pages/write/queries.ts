import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, CallFailed, dataOf, pageOf, v1 } from "../../api/client.ts";
import { uploadFile } from "../../api/upload.ts";
import { words as parts } from "../../parts/words.ts";
import { captionsOf } from "./own-texts.ts";
import { picturesOf } from "./pictures.ts";
import { contentOf, type Draft, preferencesFor } from "./state.ts";

const CHANNELS_PAGE = 100;
const FRESH_MS = 10 * 60_000;

const NOWHERE = { channels: [], convertsVideos: false, queue: { slotsPerWeek: 0, isPaused: false, next: null, front: null } };

export function writingChannelsQuery(brandId: number, collectionId: number | null) {
  return queryOptions({
    queryKey: ["brand", brandId, "channels", "writing", collectionId],
    queryFn: () => (collectionId === null ? NOWHERE : dataOf(api.listWritingChannels({ collectionId }))),
    placeholderData: keepPreviousData,
  });
}

/** The network is asked, which takes calls that are counted: not more often than somebody wants to know. */
export function playlistsQuery(channelId: number) {
  return queryOptions({
    // Not below the brand: every change there would ask the network again.
    queryKey: ["network", "playlists", channelId],
    queryFn: () => dataOf(api.listPlaylists({ channelId })),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

/** So many channels are asked in turn, until one of their networks answers. */
const CHANNELS_ASKED_MAX = 3;

/** Places by name, as the first of the channels whose network answers knows them; else why the first one did not. */
export function placesQuery(channelIds: readonly number[], search: string) {
  return queryOptions({
    queryKey: ["network", "places", channelIds, search],
    queryFn: async ({ signal }) => {
      const [first, ...others] = channelIds.slice(0, CHANNELS_ASKED_MAX);
      const find = (channelId: number) => dataOf(api.findPlaces({ channelId, search }, { signal }));
      const answer = first === undefined ? { places: [], problem: null } : await find(first);
      for (const channelId of answer.problem === null ? [] : others) {
        const other = await find(channelId);
        if (other.problem === null) return other;
      }
      return answer;
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

/** Whom a mention may be meant for. Networks are asked for it, and not again for what has been typed before. */
export function peopleQuery(brandId: number, asked: { readonly channelIds: readonly number[]; readonly beginning: string }) {
  return queryOptions({
    queryKey: ["network", "people", brandId, asked],
    queryFn: ({ signal }) => dataOf(api.findPeople({ brandId, channelIds: [...asked.channelIds], beginning: asked.beginning }, { signal })),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

/** Instead of a post that is not there, or no longer: a sentence that may say who deleted it. */
export interface Gone {
  readonly gone: string;
}

/** Read anew whenever it is opened: what is edited must be the version of now. */
export function postQuery(brandId: number, postId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "posts", postId],
    queryFn: () =>
      dataOf(api.showPost({ postId })).catch((error: unknown): Gone => {
        if (error instanceof CallFailed && error.status === 404) return { gone: error.message };
        throw error;
      }),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * The channels that a draft goes to, read before it is stored: what is stored without knowing them would lose its own values for them.
 * Rejects if they cannot be read.
 */
export async function reachedChannelIds(
  queries: QueryClient,
  { brandId, collectionId }: { readonly brandId: number; readonly collectionId: number | null },
): Promise<readonly number[]> {
  const { channels } = await queries.ensureQueryData(writingChannelsQuery(brandId, collectionId));
  return channels.map(({ id }) => id);
}

/** The channels of the brand. */
export function brandChannelsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "channels", "writing", "all"],
    queryFn: async () => (await pageOf(v1.listChannels({ brandId, perPage: CHANNELS_PAGE }))).rows,
  });
}

/** What each channel makes of a draft, by the service's own rules. */
export function previewQuery(brandId: number, { draft, channelIds }: { readonly draft: Draft; readonly channelIds: readonly number[] }) {
  const { media, comment: _comment, ...content } = contentOf(draft);
  const mediaIds = media.flatMap((item) => ("id" in item && item.id !== undefined ? [item.id] : []));
  const body = {
    ...content,
    captions: captionsOf(draft),
    mediaIds,
    pictures: picturesOf(draft),
    preferences: preferencesFor(draft, channelIds),
  };
  const { collectionId } = draft;
  return queryOptions({
    queryKey: ["brand", brandId, "preview", collectionId, body],
    queryFn: async ({ signal }) => (collectionId === null ? [] : dataOf(api.previewPost({ collectionId, ...body }, { signal }))),
    placeholderData: keepPreviousData,
  });
}

export async function described(brandId: number, ids: readonly string[]): Promise<DescribedMedium[]> {
  return ids.length === 0 ? [] : dataOf(api.describeMedia({ brandId, ids: [...ids] }));
}

/** Uploads a file and says what it is, and in which form it was sent. */
export async function uploaded(brandId: number, file: File, course: Parameters<typeof uploadFile>[2]) {
  const { id, sent } = await uploadFile(brandId, file, course);
  const [medium] = await described(brandId, [id]);
  if (medium === undefined) throw new Error(parts.upload.gone);
  return { medium, sent };
}
