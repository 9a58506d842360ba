import { type Decoded, Decoder, type DecoderBounds } from "./decoder.ts";
import { createGate, type Places } from "./gate.ts";

/** Places are processes; further questions wait, and whoever asks them takes turns. */
export interface LaneBounds extends DecoderBounds, Places {}

/** Inputs of one kind, which share a few processes: an input can only be delayed by others of its kind, and not by one account's alone. */
export type Lane = (question: Asked) => Promise<Decoded<unknown>>;

interface Asked {
  readonly module: URL;
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  /** Stops waiting for a turn; a question that has started continues. */
  readonly giveUp: AbortSignal | undefined;
}

/** How long an idle process is kept for the next question: starting one takes 0.2 s, keeping one 70 MB. */
const WARM_SECONDS = 60;

export function createLane(bounds: LaneBounds): Lane {
  const gate = createGate(bounds);
  const warm = new Map<Decoder, NodeJS.Timeout>();
  return ({ module, name, input, signal, giveUp }) =>
    gate(async () => {
      signal?.throwIfAborted();
      const decoder = taken(warm) ?? new Decoder(bounds);
      const decoded = await decoder.ask({ module: module.href, name, input }, signal);
      if (decoder.isFit) keepWarm(warm, decoder);
      else decoder.end();
      return decoded;
    }, giveUp);
}

function taken(warm: Map<Decoder, NodeJS.Timeout>): Decoder | null {
  for (const [decoder, timer] of warm) {
    clearTimeout(timer);
    warm.delete(decoder);
    if (decoder.isFit) return decoder;
  }
  return null;
}

function keepWarm(warm: Map<Decoder, NodeJS.Timeout>, decoder: Decoder): void {
  const cool = () => {
    warm.delete(decoder);
    decoder.end();
  };
  warm.set(decoder, setTimeout(cool, WARM_SECONDS * 1000).unref());
}
