import { notifications } from "@mantine/notifications";
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";

interface Act<I, O> {
  /** Said when it is done; absent: the page itself shows it. */
  readonly done?: (output: O, input: I) => string;
  /** The queries that show something else afterwards. */
  readonly changes: readonly QueryKey[];
  /** Whether the caller shows failures itself, such as next to the fields of a form. */
  readonly showsFailures?: boolean;
}

/** Something that a person does here: carried out, shown, and where it fails, said with the reason. Nothing typed is lost. */
export function useAct<I, O>(
  act: (input: I) => Promise<O>,
  { done, changes, showsFailures = false }: Act<I, O>,
): UseMutationResult<O, Error, I> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      if (done !== undefined) notifications.show({ message: done(output, input) });
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (!showsFailures) notifications.show({ color: "red", title: "That did not work", message: error.message, autoClose: 10_000 });
    },
  });
}
