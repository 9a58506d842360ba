import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { busy, type Stop } from "../../connectors/signs.ts";
import { wait } from "../../connectors/wait.ts";
import { ask, encoded, reasonOf } from "./api.ts";
import { signOf, stopAfter } from "./errors.ts";
import type { Asset } from "./progress.ts";
import { UNREADABLE_STATE_SECONDS } from "./unverified.ts";
import type { Halt, Work } from "./work.ts";

/** The kinds of files, as their addresses name them. */
export type AssetKind = "images" | "documents" | "videos";

/** A file that LinkedIn has but still waits for is uploaded again after this long. */
const AWAITED_SECONDS_MAX = 300;
/** Uploads are invisible, so that one which failed is simply begun anew. */
export const UPLOAD_AGAIN_SECONDS = 15;

const Form = z.object({
  status: z.enum(["WAITING_UPLOAD", "PROCESSING", "AVAILABLE", "PROCESSING_FAILED"]),
  processingFailureReason: z.string().nullish(),
});

/**
 * Null once the file can be posted: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api
 * (2026-06). A post with a file that is not ready is refused.
 */
export async function awaitAsset(
  work: Work,
  file: { readonly kind: AssetKind; readonly name: string; readonly asset: Asset },
): Promise<Halt | null> {
  const { server } = work;
  const { kind, name, asset } = file;
  if (asset.isReady) return null;
  const age = secondsBetween(asset.at, server.reach.now());
  const answer = await ask(server, { method: "GET", path: `/rest/${kind}/${encoded(asset.urn)}` });
  if (answer.kind !== "ok") {
    // LinkedIn tells nobody the state of a person's pictures and documents.
    const isSecret = ["no permission", "forbidden media"].includes(signOf(answer));
    if (isSecret) return age < UNREADABLE_STATE_SECONDS ? wait(UNREADABLE_STATE_SECONDS - age) : ready(work, name, asset);
    if (signOf(answer) === "gone") {
      await forget(work, name);
      return { kind: "rejected", reason: `${reasonOf(answer)}. LinkedIn did not keep the file.` };
    }
    return notAsked(await stopAfter(work, answer));
  }
  const read = Form.safeParse(answer.body);
  if (!read.success) return { kind: "notAsked", reason: "LinkedIn: the state of a file cannot be read.", retryAfterSeconds: 60 };
  switch (read.data.status) {
    case "AVAILABLE":
      return ready(work, name, asset);
    case "PROCESSING_FAILED":
      await forget(work, name);
      return {
        kind: "rejected",
        reason: `LinkedIn could not process the file: ${(read.data.processingFailureReason || "no reason was given").replace(/\.$/, "")}.`,
      };
    case "WAITING_UPLOAD":
      if (age < AWAITED_SECONDS_MAX) return wait(pauseAfter(age));
      await forget(work, name);
      return busy("LinkedIn says that a file never arrived.", UPLOAD_AGAIN_SECONDS);
    case "PROCESSING":
      return wait(pauseAfter(age));
  }
}

/** The next step uploads the file anew, also when somebody has the post tried again. */
async function forget({ progress }: Pick<Work, "progress">, name: string): Promise<void> {
  await progress.setSession(name, null);
  await progress.setAsset(name, null);
}

async function ready({ progress }: Work, name: string, asset: Asset): Promise<null> {
  await progress.setAsset(name, { ...asset, isReady: true });
  return null;
}

/** Often in the first minute, then ever more rarely. */
function pauseAfter(ageSeconds: number): number {
  return ageSeconds < 60 ? 8 : ageSeconds < 600 ? 45 : 300;
}

function notAsked(stop: Stop): Stop {
  return stop.kind === "busy" ? { kind: "notAsked", reason: stop.reason, retryAfterSeconds: stop.retryAfterSeconds } : stop;
}
