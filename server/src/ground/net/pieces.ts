import { FREE_PIECES_MAX, PIECE_BYTES } from "./caps.ts";

/** Memory for one piece of a body. The piece in it is sent before the next one is asked for. */
export type Room = () => Uint8Array<ArrayBuffer>;

/** A file that can be read into memory that is used again. */
interface InPieces extends Blob {
  pieces(room: Room): AsyncIterable<Uint8Array>;
}

/** The bytes of a file, read as they are sent. */
export function piecesOf(file: Blob, room: Room): AsyncIterable<Uint8Array> {
  return isInPieces(file) ? file.pieces(room) : file.stream();
}

function isInPieces(file: Blob): file is InPieces {
  return "pieces" in file && typeof file.pieces === "function";
}

const free: Uint8Array<ArrayBuffer>[] = [];

/** Fresh memory for each piece would be garbage of 64 MB and more before the engine collects it. */
export function takeMemory(): Uint8Array<ArrayBuffer> {
  return free.pop() ?? new Uint8Array(PIECE_BYTES);
}

/** Only memory that nobody reads or sends any more. */
export function giveBack(memory: Uint8Array<ArrayBuffer>): void {
  if (free.length < FREE_PIECES_MAX) free.push(memory);
}
