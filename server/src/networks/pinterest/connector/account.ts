import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { IdForm, pictureAt } from "../../connectors/reply.ts";
import { type Answer, ask, type Failure, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";

/** The person's account. Its boards are the channels. */
export interface Person {
  readonly id: string;
  readonly username: string;
}

export interface Board {
  readonly id: string;
  readonly name: string;
  /** Null if Pinterest does not say. */
  readonly owner: string | null;
  readonly privacy: string;
  readonly pictureUrl: string | null;
}

const PAGE_LENGTH = 250;
const PAGES_MAX = 20;

const PersonForm = z.object({ id: IdForm, username: z.string().min(1) });
const BoardForm = z.object({
  id: IdForm,
  name: z.string(),
  privacy: z.string().nullish(),
  owner: z.object({ username: z.string().nullish() }).nullish(),
  media: z.object({ image_cover_url: z.string().nullish() }).nullish(),
});
const Page = z.object({ items: z.array(BoardForm), bookmark: z.string().nullish() });

export async function readPerson(server: Server): Promise<Read<Person>> {
  const answer = await ask(server, { method: "GET", path: "/user_account" });
  if (answer.kind !== "ok") return notRead(answer);
  const read = PersonForm.safeParse(answer.body);
  return read.success ? { kind: "read", value: read.data } : { kind: "unreachable", reason: "Pinterest: the account cannot be read." };
}

/** All boards of the person, and those of others that they may pin to. */
export async function listBoards(server: Server): Promise<Read<readonly Board[]>> {
  const boards: Board[] = [];
  let bookmark: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await ask(server, { method: "GET", path: "/boards", query: { page_size: `${PAGE_LENGTH}`, bookmark } });
    if (answer.kind !== "ok") return notRead(answer);
    const read = Page.safeParse(answer.body);
    if (!read.success) return { kind: "unreachable", reason: "Pinterest: the list of boards cannot be read." };
    boards.push(...read.data.items.map(boardOf));
    const next = read.data.bookmark ?? "";
    if (next === "" || next === bookmark) break;
    bookmark = next;
  }
  return { kind: "read", value: boards };
}

export async function readBoard(server: Server, id: string): Promise<Read<Board>> {
  return readOneBoard(await ask(server, { method: "GET", path: `/boards/${encodeURIComponent(id)}` }));
}

/** Makes a public board. If the answer is lost, the board is looked for by its name. */
export async function makeBoard(server: Server, name: string): Promise<Read<Board>> {
  const answer = await ask(server, { method: "POST", path: "/boards", body: JSON.stringify({ name, privacy: "PUBLIC" }) });
  if (answer.kind === "lost") {
    const listed = await listBoards(server);
    const board = listed.kind === "read" ? listed.value.find((one) => one.name === name) : undefined;
    if (board !== undefined) return { kind: "read", value: board };
  }
  return readOneBoard(answer);
}

/** As readers know it. */
export function handleOf({ name, owner }: Pick<Board, "name" | "owner">, { username }: Person): string {
  return `${owner ?? username}/${name}`;
}

function readOneBoard(answer: Answer): Read<Board> {
  if (answer.kind !== "ok") return notRead(answer);
  const read = BoardForm.safeParse(answer.body);
  return read.success
    ? { kind: "read", value: boardOf(read.data) }
    : { kind: "unreachable", reason: "Pinterest: the board cannot be read." };
}

function boardOf({ id, name, privacy, owner, media }: z.output<typeof BoardForm>): Board {
  return {
    id,
    name,
    owner: owner?.username || null,
    privacy: privacy ?? "PUBLIC",
    pictureUrl: pictureAt(media?.image_cover_url),
  };
}

function notRead(failure: Failure): NotRead {
  const [reason, sign] = [reasonOf(failure), signOf(failure)];
  const isDead = sign === "dead token" || sign === "no permission";
  return isDead || sign === "refused" || sign === "missing" ? { kind: "refused", reason, isDead } : { kind: "unreachable", reason };
}
