import { addSeconds } from "@rostrum/contract/formats.ts";
import { POLL_PERIOD_SECONDS } from "@rostrum/contract/posts.ts";
import { z } from "zod";
import { fetchMedia } from "../kit/fetch-media.ts";
import { Refusal } from "../kit/refusals.ts";
import { parsedJson } from "../kit/requests.ts";
import type { SandboxWorld } from "../network.ts";
import { type Fields, find, insert, type Stored } from "./model.ts";

const Delivery = z.string().regex(/^[\w-]{1,100}$/);

const Event = z.discriminatedUnion("event", [
  z.object({ event: z.literal("ping") }),
  z.object({
    event: z.literal("post"),
    delivery: Delivery,
    text: z.string(),
    segments: z.array(z.string()).min(1),
    title: z.string().nullable(),
    link: z.string().nullable(),
    poll: z
      .object({ question: z.string(), options: z.array(z.string()), period: z.enum(["1d", "3d", "7d"]) })
      .loose()
      .nullable(),
    media: z.array(z.object({ url: z.string(), type: z.string(), size: z.int(), alt: z.string().nullable() })),
  }),
  z.object({ event: z.literal("comment"), delivery: Delivery, text: z.string(), post: z.string() }),
]);
type Event = z.output<typeof Event>;
type PostEvent = Extract<Event, { event: "post" }>;

/**
 * Carries out a verified request and returns the response body. A delivery that came before gets the same response as then,
 * from a receiver that remembers.
 */
export async function receive(
  world: SandboxWorld,
  account: Stored<"account">,
  { body, isForgetful }: { readonly body: string; readonly isForgetful: boolean },
): Promise<Record<string, string>> {
  const event = readEvent(body);
  if (event.event === "ping") return { name: account.name };
  const first = `${account.id}.${event.delivery}`;
  const isRepeat = isForgetful && (await find(world, "post", first)) !== null;
  const id = isRepeat ? `${first}.${await world.objects.nextId()}` : first;
  if ((await find(world, "post", id)) === null) await insert(world, "post", id, await postOf(world, { account, id, event }));
  return { id, url: postUrl(world, id) };
}

export function postUrl(world: SandboxWorld, id: string): string {
  return `${world.baseUrl}/posts/${id}`;
}

function readEvent(body: string): Event {
  const result = Event.safeParse(parsedJson(body));
  if (!result.success) throw refusal(422, "The event has an unknown format.");
  return result.data;
}

async function postOf(
  world: SandboxWorld,
  { account, id, event }: { account: Stored<"account">; id: string; event: Exclude<Event, { event: "ping" }> },
): Promise<Fields<"post">> {
  const plain = { author: account.name, link: null, title: null, poll: null, media: [], replyTo: null };
  if (event.event === "post") return { ...plain, ...(await contentOf(world, id, event)) };
  if ((await find(world, "post", event.post)) === null) throw refusal(422, "The post to comment on does not exist.");
  return { ...plain, text: event.text, replyTo: event.post };
}

async function contentOf(world: SandboxWorld, id: string, { poll, ...event }: PostEvent) {
  const text = event.segments.join("\n\n");
  const media: Fields<"post">["media"] = [];
  for (const [index, { url, type, size, alt }] of event.media.entries()) {
    const file = `${id}.${index}`;
    await world.objects.putBytes(file, await fileAt(world, { url, size }));
    media.push({ file, mime: type, alt: alt ?? "" });
  }
  return {
    text: poll === null || text.includes(poll.question) ? text : `${text}\n\n${poll.question}`.trim(),
    link: event.link,
    title: event.title,
    poll: poll === null ? null : { options: poll.options, endsAt: addSeconds(world.now(), POLL_PERIOD_SECONDS[poll.period]) },
    media,
  };
}

/** A receiver must fetch files before their links expire. If one cannot be fetched, a 503 makes the delivery come again. */
async function fileAt(world: SandboxWorld, { url, size }: { readonly url: string; readonly size: number }): Promise<Uint8Array> {
  const file = await fetchMedia(world, { url, bytesMax: size });
  if (file.kind === "foreign") throw refusal(422, "The media link does not belong to this service.");
  if (file.kind === "unreachable" || file.bytes.byteLength !== size) throw refusal(503, "The media link could not be fetched.");
  return file.bytes;
}

export function refusal(status: number, error: string): Refusal {
  return new Refusal({ status, body: { error } });
}
