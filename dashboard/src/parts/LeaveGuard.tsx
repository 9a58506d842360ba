import { Button, Group, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { LayeredModal } from "./Dialog.tsx";
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
  const stay = () => blocker.reset?.();
  return (
    <LayeredModal
      // Above every other, in whatever order they were drawn.
      zIndex={GUARD_Z_INDEX}
      opened={blocker.status === "blocked"}
      onClose={stay}
      title={question}
      centered
    >
      <Stack>
        <Text>{consequence}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </LayeredModal>
  );
}
