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
