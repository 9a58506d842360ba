import { countsOf, type Tallies, tally, WORDS_ALONE } from "../../sandbox/kit/feed.ts";
import type { SandboxMedium, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { fileUrl, pinUrl } from "./urls.ts";

const READER = "Reader";

/** Pins with their comments, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const library = await libraryOf(world);
  const pins = [...library.pins.values()];
  return [...pins.map((pin) => seenPin(world, library, pin)), ...library.said.map((comment) => seenComment(world, library, comment))]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || serialOf(b.id).localeCompare(serialOf(a.id)))
    .slice(0, limit);
}

/** Ids of all kinds end with numbers of one sequence. */
function serialOf(id: string): string {
  return id.slice(-12);
}

interface Library extends Tallies {
  readonly usernames: ReadonlyMap<string, string>;
  readonly boards: ReadonlyMap<string, Stored<"board">>;
  readonly pins: ReadonlyMap<string, Stored<"pin">>;
  readonly said: readonly Stored<"comment">[];
}

async function libraryOf(world: SandboxWorld): Promise<Library> {
  const all = { limit: LIST_MAX };
  const [accounts, boards, pins, comments, reactions] = await Promise.all([
    list(world, "account", all),
    list(world, "board", all),
    list(world, "pin", all),
    list(world, "comment", all),
    list(world, "reaction", all),
  ]);
  const known = new Map(pins.map((pin) => [pin.id, pin]));
  const there = comments.filter(({ pin_id }) => known.has(pin_id));
  const of = (kind: string) => reactions.filter((reaction) => reaction.kind === kind).map(({ on }) => on);
  return {
    usernames: new Map(accounts.map(({ id, username }) => [id, username])),
    boards: new Map(boards.map((board) => [board.id, board])),
    pins: known,
    said: there,
    likes: tally(of("like")),
    shares: tally(of("share")),
    comments: tally(there.map(({ on }) => on)),
  };
}

/** A pin belongs to its board: one person's equal pins on two boards are no duplicates. */
function seenPin(world: SandboxWorld, library: Library, pin: Stored<"pin">): SandboxPost {
  const label = labelOf(library, pin);
  return {
    id: pin.id,
    author: `@${library.usernames.get(pin.account_id) ?? "somebody"} on ${library.boards.get(pin.board_id)?.name ?? "a board"}`,
    text: [pin.title, pin.description].filter((text) => text !== null).join("\n\n"),
    url: pinUrl(world, pin.id),
    createdAt: pin.createdAt,
    media: mediaOf(world, pin),
    poll: null,
    card: pin.link === null ? null : cardOf(pin.link),
    replyTo: null,
    counts: countsOf(library, pin.id),
    ...(label === "" ? {} : { label }),
    frame: "pin",
    foldedText: pin.description ?? "",
    links: [],
  };
}

function labelOf({ boards }: Library, { board_id, media_type, video }: Stored<"pin">): string {
  const privacy = boards.get(board_id)?.privacy;
  return [
    ...(media_type === "multiple_images" ? ["Carousel"] : []),
    ...(video === null || video.cover_second === null ? [] : [`Cover at ${video.cover_second} s`]),
    ...(privacy === "SECRET" ? ["Secret"] : []),
  ].join(" · ");
}

/** A video is followed by its cover. Pictures of a carousel have no alternative text, but words of their own. */
function mediaOf(world: SandboxWorld, { pictures, video, alt_text }: Stored<"pin">): SandboxMedium[] {
  const alt = alt_text ?? "";
  const shown = pictures.map(({ file, mime, digest, ...own }, index) => ({
    url: fileUrl(world, file),
    mime,
    alt: video !== null ? "Cover" : [index === 0 ? alt : "", own.title, own.description, own.link].filter(Boolean).join(" · "),
    digest,
  }));
  if (video === null) return shown;
  return [{ url: fileUrl(world, video.file), mime: video.mime, alt, digest: video.digest }, ...shown];
}

function seenComment(world: SandboxWorld, library: Library, { id, pin_id, on, text, createdAt }: Stored<"comment">): SandboxPost {
  return {
    id,
    author: READER,
    text,
    url: pinUrl(world, pin_id),
    createdAt,
    ...WORDS_ALONE,
    replyTo: on,
    counts: countsOf(library, id),
  };
}

/** Nothing is fetched from outside: the card says what the address itself tells. */
function cardOf(link: string): SandboxPost["card"] {
  const { hostname, pathname } = new URL(link);
  return { url: link, title: hostname.replace(/^www\./, ""), description: pathname };
}
