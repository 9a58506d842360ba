import { toInstant } from "@rostrum/contract/formats.ts";
import { aVideoFile } from "../../../../testing/videos.ts";
import type { OutgoingComment, OutgoingMedia, OutgoingPost } from "../../../connectors/connector.ts";
import { aFile } from "../../../connectors/testing/posts.ts";

export function aComment(fields: Pick<OutgoingComment, "remoteId"> & Partial<OutgoingComment>): OutgoingComment {
  return { key: crypto.randomUUID(), dueAt: toInstant("2026-11-21T09:00:00Z"), text: "More in the shop (today)", ...fields };
}

/** A poll of three days. */
export function aPoll(fields: Partial<NonNullable<OutgoingPost["poll"]>> = {}): NonNullable<OutgoingPost["poll"]> {
  return { question: "Which bread?", options: ["Rye", "Spelt"], period: "3d", ...fields };
}

const FILM = await aVideoFile({ seconds: 4, frameBytes: 800 });

/** A film of four seconds and some 96 kB. */
export function aVideo(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { ...aFile(FILM, { name: "oven.mp4", mime: "video/mp4" }), durationSeconds: 4, ...fields };
}

export function aDocument(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return {
    ...aFile(Buffer.from("%PDF-1.7\nprices\n%%EOF\n"), { name: "prices.pdf", mime: "application/pdf" }),
    width: null,
    height: null,
    ...fields,
  };
}
