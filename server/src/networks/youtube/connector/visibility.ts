import { z } from "zod";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Connector } from "../../connectors/connector.ts";
import { spendAndAsk } from "./api.ts";
import { READ } from "./quota.ts";

const MADE = "YouTube made the video ";

/**
 * What people should know if others see a video than was wanted; null if it is as wanted. Videos of applications that YouTube has not
 * audited are locked as private, some only while they are processed or later:
 * https://support.google.com/youtube/answer/7300965 (2026-11).
 */
export function visibilityNote(wanted: string | null, visibility: string | null): string | null {
  if (wanted === null || visibility === null || visibility === wanted) return null;
  const made = `${MADE}${visibility}, though it was to be ${wanted}: change it in YouTube Studio.`;
  return visibility === "private" ? `${made} ${LOCKED}` : made;
}

const LOCKED =
  "If it is locked there, upload it by hand: YouTube locks what is uploaded through an application that it has not audited, so let the operator of this service ask for the audit.";

/** Whether the note of a published video says that fewer people see it than was wanted. */
export function saysOtherwise(note: string | null): boolean {
  return note?.includes(MADE) === true;
}

const Answer = z.object({
  items: z.array(z.object({ id: z.string(), status: z.object({ privacyStatus: z.string().nullish() }).nullish() })).default([]),
});

/** Which of the videos are seen by others than was wanted. */
export const afterwards: NonNullable<Connector["afterwards"]> = async (posts, account: Account, call: Call) => {
  const wanted = new Map<string, string>();
  for (const { remoteId, note, preferences } of posts) {
    if (typeof preferences.visibility === "string" && !saysOtherwise(note)) wanted.set(remoteId, preferences.visibility);
  }
  if (wanted.size === 0) return {};
  const server = serverOf(account, call);
  const query = { part: "status", id: [...wanted.keys()].join(",") };
  const answer = await spendAndAsk({ server, call }, { price: READ, method: "GET", path: "/videos", query });
  const items = answer.kind === "ok" ? (Answer.safeParse(answer.body).data?.items ?? []) : [];
  return Object.fromEntries(
    items.flatMap(({ id, status }) => {
      const note = visibilityNote(wanted.get(id) ?? null, status?.privacyStatus ?? null);
      return note === null ? [] : [[id, note]];
    }),
  );
};
