import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { forgetsKeys } from "../../sandbox/faults.ts";
import type { Refusal } from "../../sandbox/kit/refusals.ts";
import { inTurn } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Caller } from "./accounts.ts";
import { isReady } from "./media.ts";
import { type Fields, find, insert, known, list, parseFields, type Stored } from "./model.ts";
import { invalid, notFound, refusal } from "./refusal.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { lengthOf } from "./text.ts";

/** Forms send everything as text, JSON clients send values; Mastodon accepts both. */
const Flag = z.union([z.boolean(), z.enum(["true", "false", "1", "0", "on", ""]).transform((text) => ["true", "1", "on"].includes(text))]);
const Whole = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);
const Text = z.string().transform((text) => text.toWellFormed());
const absent = (schema: z.ZodType<string>) => z.union([schema, z.literal("").transform(() => undefined)]).nullish();

const NewStatus = z.object({
  status: Text.nullish(),
  media_ids: z.array(z.coerce.string()).nullish(),
  poll: z.object({ options: z.array(Text), expires_in: Whole, multiple: Flag.nullish(), hide_totals: Flag.nullish() }).nullish(),
  in_reply_to_id: absent(z.string()),
  visibility: z.enum(["public", "unlisted", "private", "direct"]).nullish(),
  sensitive: Flag.nullish(),
  spoiler_text: Text.nullish(),
  language: absent(z.string().regex(/^[a-z]{2,3}(-|$)/i)),
  scheduled_at: absent(z.string()),
});
type NewStatus = z.output<typeof NewStatus>;

/** For how long a key returns the status it created. */
const KEY_SECONDS = 3600;
/**
 * Creates a status. A key that created one within the hour returns that status, and the new request is ignored. Requests of
 * one account are serialized in this process; across processes the key's document decides: it holds the whole status, so
 * that a repeated request completes what a crash interrupted.
 */
export async function createStatus(
  world: SandboxWorld,
  caller: Caller,
  request: { values: Readonly<Record<string, unknown>>; key: string | null },
): Promise<Stored<"status">> {
  return inTurn(`${world.baseUrl} ${caller.account.id}`, () => create(world, caller, request));
}

async function create(
  world: SandboxWorld,
  caller: Caller,
  { values, key }: { values: Readonly<Record<string, unknown>>; key: string | null },
): Promise<Stored<"status">> {
  const claimId = key === null ? null : `${caller.account.id} ${key}`;
  const earlier = claimId === null ? null : await liveClaim(world, claimId);
  if (earlier !== null) return finish(world, earlier.status_id, parseFields("status", earlier.status));
  const status = await checked(world, caller, read(values));
  const id = await world.objects.nextId();
  if (claimId === null || (await insert(world, "idempotency", claimId, { status_id: id, status }))) return finish(world, id, status);
  const winner = await liveClaim(world, claimId);
  if (winner === null) throw refusal(500, "Internal error");
  return finish(world, winner.status_id, parseFields("status", winner.status));
}

async function liveClaim(world: SandboxWorld, id: string): Promise<Stored<"idempotency"> | null> {
  const claim = await find(world, "idempotency", id);
  if (claim === null || toEpochMilliseconds(world.now()) < toEpochMilliseconds(claim.createdAt) + KEY_SECONDS * 1000) return claim;
  await world.objects.delete("idempotency", id);
  return null;
}

async function finish(world: SandboxWorld, id: string, status: Fields<"status">): Promise<Stored<"status">> {
  await insert(world, "status", id, status);
  for (const mediaId of status.media_ids) await insert(world, "attachment", mediaId, { status_id: id });
  return known(world, "status", id);
}

function read(values: Readonly<Record<string, unknown>>): NewStatus {
  const result = NewStatus.safeParse(values);
  if (result.success) return result.data;
  throw invalid(...result.error.issues.map((issue) => `${issue.path.join(" ")} ${issue.message}`));
}

async function checked(world: SandboxWorld, caller: Caller, wanted: NewStatus): Promise<Fields<"status">> {
  const settings = await settingsOf(world);
  if (wanted.scheduled_at) throw invalid("Scheduled at is not available on this server");
  const mediaIds = [...new Set(wanted.media_ids ?? [])];
  const spoiler = wanted.spoiler_text ?? "";
  // Without text the content warning becomes the text, as on the real server.
  const text = wanted.status?.trim() ? wanted.status : spoiler;
  await checkMedia(world, caller, { ids: mediaIds, withPoll: Boolean(wanted.poll), settings });
  const parent = wanted.in_reply_to_id ? await find(world, "status", wanted.in_reply_to_id) : null;
  if (wanted.in_reply_to_id && parent === null) throw notFound();
  if (text.trim() === "" && mediaIds.length === 0) throw invalid("Text can't be blank");
  const warning = text === spoiler ? "" : spoiler;
  if (lengthOf(warning + text, settings.characters_reserved_per_url) > settings.max_characters) {
    throw invalid(`Text character limit of ${settings.max_characters} exceeded`);
  }
  const [latest] = await list(world, "status", { where: { account_id: caller.account.id }, limit: 1 });
  return {
    account_id: caller.account.id,
    text,
    spoiler_text: warning,
    visibility: wanted.visibility ?? "public",
    sensitive: wanted.sensitive ?? warning !== "",
    language: wanted.language?.toLowerCase().slice(0, 2) ?? "en",
    in_reply_to_id: parent?.id ?? null,
    in_reply_to_account_id: parent?.account_id ?? null,
    media_ids: mediaIds,
    poll: wanted.poll ? checkedPoll(world, wanted.poll, settings) : null,
    app_name: caller.appName,
    number_of_account: (latest?.number_of_account ?? 0) + 1,
  };
}

async function checkMedia(
  world: SandboxWorld,
  caller: Caller,
  wanted: { ids: readonly string[]; withPoll: boolean; settings: Settings },
): Promise<void> {
  const { ids, settings } = wanted;
  if (ids.length === 0) return;
  if (ids.length > settings.max_media_attachments || wanted.withPoll) {
    throw refusal(422, `Validation failed: Cannot attach more than ${settings.max_media_attachments} files`);
  }
  const files = await Promise.all(
    ids.map(async (id) => ({ id, media: await find(world, "media", id), isUsed: (await find(world, "attachment", id)) !== null })),
  );
  const missing = files.filter(({ media, isUsed }) => media === null || isUsed || media.account_id !== caller.account.id);
  if (missing.length > 0 && (await forgetsKeys(world))) throw alreadyAttachedElsewhere(missing);
  if (missing.length > 0) throw invalid(`Media ${missing.map(({ id }) => id).join(", ")} not found or already attached to another post`);
  const media = files.flatMap((file) => file.media ?? []);
  if (media.length > 1 && media.some(({ type }) => type === "video")) {
    throw invalid("Cannot attach a video to a post that already contains images");
  }
  if (!media.every((file) => isReady(world, file))) {
    throw invalid("Cannot attach files that have not finished processing. Try again in a moment!");
  }
}

/** GoToSocial's message: it checks one file after the other and responds with 400. */
function alreadyAttachedElsewhere([first]: readonly { readonly id: string; readonly isUsed: boolean }[]): Refusal {
  const text = first?.isUsed ? "media already attached to status" : "media not found";
  return refusal(400, `Bad Request: ${text}: ${first?.id}`);
}

function checkedPoll(world: SandboxWorld, poll: NonNullable<NewStatus["poll"]>, settings: Settings): Fields<"status">["poll"] {
  const options = poll.options.map((option) => option.trim()).filter((option) => option !== "");
  const mistakes = [
    options.length < 2 ? "Options must have more than one item" : null,
    options.length > settings.max_options ? `Options can't contain more than ${settings.max_options} items` : null,
    options.some((option) => lengthOf(option, settings.characters_reserved_per_url) > settings.max_characters_per_option)
      ? `Options can't be longer than ${settings.max_characters_per_option} characters each`
      : null,
    new Set(options).size < options.length ? "Options contain duplicate items" : null,
    poll.expires_in > settings.max_expiration ? "Expires at is too far into the future" : null,
    poll.expires_in < settings.min_expiration ? "Expires at is too soon" : null,
  ].filter((mistake) => mistake !== null);
  if (mistakes.length > 0) throw invalid(...mistakes);
  const expires_at = `${addSeconds(world.now(), poll.expires_in).slice(0, 23)}Z`;
  return { options, expires_at, multiple: poll.multiple ?? false, hide_totals: poll.hide_totals ?? false };
}
