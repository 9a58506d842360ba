import { notifications } from "@mantine/notifications";
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { isOtherSession, isOutdated } from "../api/client.ts";
import { isSignedOut } from "../api/queries.ts";
import { sayFailure } from "./say-failure.ts";
import { useIsLeft } from "./use-is-left.ts";

interface Act<I, O> {
  /** Said when it is done; absent: the page itself shows it. */
  readonly done?: (output: O, input: I) => string;
  /** The queries that show something else afterwards. */
  readonly changes: readonly QueryKey[];
  /** Whether the caller shows failures itself: next to the fields of a form, as long as that is there, or always. */
  readonly showsFailures?: boolean | "always";
}

/**
 * Something that a person does here: carried out, shown, and where it fails, said with the reason. Nothing typed is lost. If what is
 * shown was out of date, it is read again before the caller hears of it.
 */
export function useAct<I, O>(
  act: (input: I) => Promise<O>,
  { done, changes, showsFailures = false }: Act<I, O>,
): UseMutationResult<O, Error, I> {
  const queries = useQueryClient();
  const isLeft = useIsLeft();
  const renew = () => Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      if (done !== undefined) notifications.show({ message: done(output, input) });
      await renew();
    },
    onError: async (error) => {
      // Whoever has closed the form by now would take it for done.
      const isShown = showsFailures === "always" || (showsFailures && !isLeft.current);
      if (!isShown) sayFailure(error.message);
      // Says on the page that somebody has to sign in again.
      if (isSignedOut(error) || isOtherSession(error)) void queries.invalidateQueries({ queryKey: ["session"] });
      if (isOutdated(error)) await renew();
    },
  });
}
