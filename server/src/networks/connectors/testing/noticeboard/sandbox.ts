import { randomBytes } from "node:crypto";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { listsLateSeconds } from "../../../sandbox/faults.ts";
import { countsOf, tally, WORDS_ALONE } from "../../../sandbox/kit/feed.ts";
import { model, type StoredOf } from "../../../sandbox/kit/model.ts";
import { userNameOf } from "../../../sandbox/kit/names.ts";
import type { SandboxFaults, SandboxNetwork, SandboxWorld } from "../../../sandbox/network.ts";

const READER = "Reader";
const PAGE_LENGTH = 20;
const NOTICES_MAX = 10_000;

const kinds = {
  board: z.object({ name: z.string() }),
  /** By its value. */
  token: z.object({ board: z.string() }),
  notice: z.object({ board: z.string(), text: z.string(), answers: z.string().nullable() }),
  reaction: z.object({ notice: z.string(), kind: z.enum(["like", "share"]) }),
};
const { find, findOrInsert, insert, list } = model(kinds);
type Notice = StoredOf<typeof kinds, "notice">;

const NewNotice = z.strictObject({ text: z.string().min(1).max(500), answers: z.string().nullable() });

const REFUSALS = { rate: 429, broken: 500, revoked: 401, duplicate: 409, unread: 403 } as const;

const faults: SandboxFaults = {
  supports: ["late-lists"],
  purpose({ method, path }) {
    if (path === "/v1/notices") return method === "POST" ? "post" : "list";
    return path === "/v1/board" ? "other" : null;
  },
  refusal: (kind) => ({ status: REFUSALS[kind], body: { error: kind } }),
};

/** A board of notices with its API. */
export const noticeboardSandbox: SandboxNetwork = {
  // The contract knows no such platform.
  type: "Noticeboard" as string as ChannelType,
  slug: "noticeboard",
  faults,

  routes(scope, world) {
    scope.get("/v1/board", async (request, reply) => {
      const board = await boardOf(world, request);
      return board ?? reply.status(401).send({ error: "The token is unknown." });
    });

    scope.post("/v1/notices", async (request, reply) => {
      const board = await boardOf(world, request);
      if (board === null) return reply.status(401).send({ error: "The token is unknown." });
      const notice = NewNotice.safeParse(request.body).data;
      if (notice === undefined) return reply.status(422).send({ error: "This is no notice." });
      if (notice.answers !== null && (await find(world, "notice", notice.answers)) === null) {
        return reply.status(404).send({ error: "There is no such notice to answer." });
      }
      const id = await world.objects.nextId();
      await insert(world, "notice", id, { ...notice, board: board.id });
      return reply.status(201).send({ id, url: urlOf(world, id) });
    });

    scope.get<{ Querystring: { before?: string } }>("/v1/notices", async (request, reply) => {
      const board = await boardOf(world, request);
      if (board === null) return reply.status(401).send({ error: "The token is unknown." });
      const { before } = request.query;
      const listed = addSeconds(world.now(), -listsLateSeconds(request));
      const notices = await list(world, "notice", { where: { board: board.id }, limit: NOTICES_MAX });
      const shown = notices.filter(({ id, createdAt }) => createdAt <= listed && (before === undefined || Number(id) < Number(before)));
      const page = shown.slice(0, PAGE_LENGTH);
      return {
        notices: page.map(({ id, text, answers, createdAt }) => ({ id, url: urlOf(world, id), text, answers, at: createdAt })),
        next: shown.length > PAGE_LENGTH ? page.at(-1)?.id : null,
      };
    });
  },

  async account(name, world) {
    const board = userNameOf(name);
    await findOrInsert(world, "board", board, { name });
    const token = randomBytes(24).toString("base64url");
    await insert(world, "token", token, { board });
    return { credentials: { token } };
  },

  async feed(world, { limit }) {
    const notices = await list(world, "notice", { limit });
    const reactions = await list(world, "reaction", { limit: NOTICES_MAX });
    const of = (kind: "like" | "share") => tally(reactions.flatMap((one) => (one.kind === kind ? [one.notice] : [])));
    const tallies = { likes: of("like"), shares: of("share"), comments: tally(notices.map(({ answers }) => answers)) };
    const seen = (notice: Notice) => ({
      ...WORDS_ALONE,
      id: notice.id,
      author: notice.board,
      text: notice.text,
      url: urlOf(world, notice.id),
      createdAt: notice.createdAt,
      replyTo: notice.answers,
      counts: countsOf(tallies, notice.id),
    });
    return notices.map(seen);
  },

  async react(world, notice, reaction) {
    const id = await world.objects.nextId();
    if (reaction.kind === "comment") await insert(world, "notice", id, { board: READER, text: reaction.text, answers: notice });
    else await insert(world, "reaction", id, { notice, kind: reaction.kind });
  },
};

/** Whose token came with the request; null for an unknown one. */
async function boardOf(world: SandboxWorld, { headers }: FastifyRequest) {
  const [, value = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  const token = await find(world, "token", value);
  if (token === null) return null;
  const board = await find(world, "board", token.board);
  return board === null ? null : { id: board.id, name: board.name };
}

function urlOf({ baseUrl }: SandboxWorld, id: string): string {
  return `${baseUrl}/#post-${id}`;
}
