import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { reasonOf } from "../../connectors/meta/graph.ts";
import type { Read } from "../../connectors/oauth/read.ts";
import { IdForm } from "../../connectors/reply.ts";
import { ask } from "./api.ts";
import { type Sign, signOf } from "./errors.ts";

export interface Profile {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly pictureUrl: string | null;
}

const LASTING: readonly Sign[] = ["dead token", "no permission", "refused"];

const Answer = z.object({
  id: IdForm,
  username: z.string().min(1),
  name: z.string().nullish(),
  threads_profile_picture_url: z.string().nullish(),
});

/** The profile that a token belongs to; names change, its id does not. */
export async function readProfile(server: Server): Promise<Read<Profile>> {
  const fields = { fields: "id,username,name,threads_profile_picture_url" };
  const answer = await ask(server, { method: "GET", path: "/me", fields });
  if (answer.kind !== "ok") {
    const [reason, sign] = [reasonOf("Threads", answer), signOf(answer)];
    if (!LASTING.includes(sign)) return { kind: "unreachable", reason };
    return { kind: "refused", reason, isDead: sign !== "refused" };
  }
  const read = Answer.safeParse(answer.body);
  if (!read.success) return { kind: "unreachable", reason: "Threads: the profile cannot be read." };
  const { id, username, name, threads_profile_picture_url } = read.data;
  return { kind: "read", value: { id, username, name: name || username, pictureUrl: threads_profile_picture_url ?? null } };
}
