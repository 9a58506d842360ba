import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Attack } from "./attack.ts";

/** The outcome of an attack: the status of each response, if any. */
export interface Outcome {
  readonly statuses: readonly number[];
  readonly body: string;
  /** False if the sender gave up waiting. */
  readonly isOver: boolean;
}

const KEPT_BYTES = 20_000;

export async function send(port: number, { pieces, ending, patienceSeconds }: Attack): Promise<Outcome> {
  const socket = connect({ port, host: "127.0.0.1" });
  let text = "";
  let isOver = true;
  socket.setEncoding("latin1");
  socket.on("data", (piece: string) => {
    if (text.length < KEPT_BYTES) text += piece;
  });
  // A service that responds early may close the connection while the rest is being sent.
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const patience = setTimeout(() => {
    isOver = false;
    socket.destroy();
  }, patienceSeconds * 1000);
  for (const piece of pieces) await write(socket, piece, closed);
  if (ending === "leave") socket.destroy();
  await closed;
  clearTimeout(patience);
  const statuses = [...text.matchAll(/(?:^|[\n}>])HTTP\/1\.1 (\d{3}) [A-Z]/g)]
    .map((match) => Number(match[1]))
    .filter((status) => status !== 100);
  return { statuses, body: text.slice(text.indexOf("\r\n\r\n") + 4), isOver };
}

async function write(socket: Socket, piece: Buffer, closed: Promise<void>): Promise<void> {
  if (socket.destroyed || socket.write(piece)) return;
  await Promise.race([once(socket, "drain").catch(() => {}), closed]);
}
