import {
  countsOf,
  fileUrl,
  labelled,
  newestFirst,
  OF_ITS_OWN,
  plainCardOf,
  seenReply,
  type Tallies,
  talliesOf,
} from "../../sandbox/kit/feed.ts";
import type { SandboxMedium, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, pinUrl, type Stored } from "./model.ts";

/** Pins with their comments, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const library = await libraryOf(world);
  const pins = [...library.pins.values()].map((pin) => seenPin(world, library, pin));
  const comments = library.said.map((comment) => seenComment(world, library, comment));
  // Ids of all kinds end with numbers of one sequence.
  return newestFirst([...pins, ...comments], limit, (id) => id.slice(-12));
}

interface Library extends Tallies {
  readonly usernames: ReadonlyMap<string, string>;
  readonly boards: ReadonlyMap<string, Stored<"board">>;
  readonly pins: ReadonlyMap<string, Stored<"pin">>;
  readonly said: readonly Stored<"comment">[];
}

async function libraryOf(world: SandboxWorld): Promise<Library> {
  const all = { limit: LIST_MAX };
  const [accounts, boards, pins, comments] = await Promise.all([
    list(world, "account", all),
    list(world, "board", all),
    list(world, "pin", all),
    list(world, "comment", all),
  ]);
  const known = new Map(pins.map((pin) => [pin.id, pin]));
  const there = comments.filter(({ pin_id }) => known.has(pin_id));
  return {
    usernames: new Map(accounts.map(({ id, username }) => [id, username])),
    boards: new Map(boards.map((board) => [board.id, board])),
    pins: known,
    said: there,
    ...(await talliesOf(world, there, ({ on }) => on)),
  };
}

/** A pin belongs to its board: one person's equal pins on two boards are no duplicates. */
function seenPin(world: SandboxWorld, library: Library, pin: Stored<"pin">): SandboxPost {
  return {
    id: pin.id,
    author: `@${library.usernames.get(pin.account_id) ?? "somebody"} on ${library.boards.get(pin.board_id)?.name ?? "a board"}`,
    text: [pin.title, pin.description].filter((text) => text !== null).join("\n\n"),
    url: pinUrl(world, pin.id),
    createdAt: pin.createdAt,
    ...OF_ITS_OWN,
    card: pin.link === null ? null : plainCardOf(pin.link),
    media: mediaOf(world, pin),
    counts: countsOf(library, pin.id),
    ...labelOf(library, pin),
    frame: "pin",
    foldedText: pin.description ?? "",
  };
}

function labelOf({ boards }: Library, { board_id, media_type, video }: Stored<"pin">): { readonly label?: string } {
  const second = video?.cover_second ?? null;
  return labelled(
    media_type === "multiple_images" && "Carousel",
    second !== null && `Cover at ${second} s`,
    boards.get(board_id)?.privacy === "SECRET" && "Secret",
  );
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
  return seenReply(library, { id, author: "Reader", text, url: pinUrl(world, pin_id), createdAt, replyTo: on });
}
