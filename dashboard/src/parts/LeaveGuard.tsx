import { Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { words } from "./words.ts";

/** Mantine gives all dialogs 200. */
const GUARD_Z_INDEX = 210;

interface LeaveGuardProps {
  /** Whether something would be lost now. */
  readonly isNeeded: boolean;
  readonly question: string;
  /** What would be lost. */
  readonly consequence: string;
  /** Whether going to another address of the same path leaves what is there, too: by the searches of both. */
  readonly isOther?: (current: object, next: object) => boolean;
}

/** Asks before the page is left, or the window closed, while something on it is not finished. */
export function LeaveGuard({ isNeeded, question, consequence, isOther = () => false }: LeaveGuardProps) {
  const blocker = useBlocker({
    // The same page at another address, such as with another filter, is not left.
    shouldBlockFn: ({ current, next }) => isNeeded && (current.pathname !== next.pathname || isOther(current.search, next.search)),
    enableBeforeUnload: isNeeded,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      // Above every other, in whatever order they were drawn.
      zIndex={GUARD_Z_INDEX}
      question={question}
      cancel={words.stay}
      confirm={words.leave}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <Text>{consequence}</Text>
    </ConfirmDialog>
  );
}
