import type { ChannelType } from "@rostrum/contract/channels.ts";
import { takesCover } from "@rostrum/contract/pictures.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { stemOf } from "../../../parts/stem-of.ts";
import type { FileOfDraft, pictureOn } from "../pictures.ts";

const QUALITY = 0.92;

/** Which of these networks show a picture as the cover of a video, and which take nothing but a moment of it. */
export function takingCovers(types: readonly ChannelType[]): {
  readonly pictures: readonly ChannelType[];
  readonly moments: readonly ChannelType[];
} {
  const distinct = [...new Set(types)];
  return {
    pictures: distinct.filter((type) => platforms[type].media.videoCover === "picture"),
    moments: distinct.filter((type) => platforms[type].media.videoCover === "moment"),
  };
}

/** What readers of a network see of a file before they play it; null: what the network chooses. */
export function coverOn({ cover }: FileOfDraft, type: ChannelType): ReturnType<typeof pictureOn> | null {
  return cover !== undefined && takesCover(type, cover) ? cover.medium : null;
}

/** The picture that a video shows now, in its own size. */
export async function frameOf(video: HTMLVideoElement, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return new File([blob], `${stemOf(name)} (cover).jpg`, { type: "image/jpeg" });
}
