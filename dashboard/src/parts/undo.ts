import { useHotkeys } from "@mantine/hooks";
import { sentenceOf } from "../api/client.ts";
import { isDialogOpen } from "./dialogs.ts";
import { sayFailure } from "./say-failure.ts";
import { say, TOAST_MILLISECONDS } from "./toast.tsx";
import { words } from "./words.ts";

interface Step {
  readonly until: number;
  readonly hide: () => void;
  /** Takes it back, and returns what is to be said of that. */
  readonly takeBack: () => Promise<Said>;
}

type Said = Parameters<typeof say>[0];

/** What can still be taken back, the latest last. */
const steps: Step[] = [];

/** What is on its way and may be taken back before it has arrived, the latest last. */
const underWay: { isTakenBack: boolean; readonly onTakenBack: () => void }[] = [];

export type Undoable = ReturnType<typeof beginUndoable>;

/** Something that can be taken back from when it begins: what is shown as done may still wait to be sent, or be on its way. */
export function beginUndoable(onTakenBack = () => {}) {
  const mine = { isTakenBack: false, onTakenBack };
  underWay.push(mine);
  return {
    /** It has arrived, or was refused. Returns whether it has been taken back meanwhile. */
    end: (): boolean => {
      const place = underWay.indexOf(mine);
      if (place >= 0) underWay.splice(place, 1);
      return mine.isTakenBack;
    },
    takeBack: (back: () => Promise<unknown>): void => sayOutcome(back().then(() => ({ message: words.undone }))),
  };
}

interface Done<T> {
  /** What was done, with its date: “Moved to Tue 1 Dec, 9:00.” */
  readonly message: string;
  readonly takeBack: () => Promise<T>;
  /** What is to be said once it is taken back, where not all is as it was. */
  readonly undone?: (taken: T) => Said | null;
  readonly open?: { readonly label?: string; readonly act: () => void };
}

/** Says what was done and lets it be taken back for ten seconds, by the toast's button or by Ctrl or ⌘ and Z, latest first. */
export function didUndoable<T>({ message, takeBack, undone = () => null, open }: Done<T>): void {
  const step: Step = {
    until: Date.now() + TOAST_MILLISECONDS,
    takeBack: async () => undone(await takeBack()) ?? { message: words.undone },
    hide: say({ message, undo: () => undo(step), ...(open !== undefined && { open }) }),
  };
  steps.push(step);
}

/** Listens to Ctrl or ⌘ and Z for all pages; the fields where text is typed keep theirs. */
export function useUndoKey(): void {
  useHotkeys([["mod+Z", undoLast]]);
}

function undoLast(): void {
  if (isDialogOpen()) return;
  const pending = underWay.findLast(({ isTakenBack }) => !isTakenBack);
  if (pending !== undefined) {
    pending.isTakenBack = true;
    pending.onTakenBack();
    return;
  }
  const last = steps.findLast(({ until }) => until >= Date.now());
  if (last !== undefined) undo(last);
}

function undo(step: Step): void {
  const place = steps.indexOf(step);
  // Its key and its button may be pressed at once.
  if (place < 0) return;
  steps.splice(place, 1);
  step.hide();
  sayOutcome(step.takeBack());
}

function sayOutcome(going: Promise<Said>): void {
  void going.then(say, (error) => sayFailure(sentenceOf(error)));
}
