import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { type Choices, inputOf } from "./choices.ts";

export const ROWS_PER_PAGE = 50;
const POLL_MILLISECONDS = 1000;

interface Previewing {
  readonly brandId: number;
  readonly file: File;
  readonly choices: Choices;
  readonly page: number;
  readonly onlyProblems: boolean;
}

/** What would become of a file's rows. What was shown before stays until the answer is there. */
export function previewQuery({ brandId, file, choices, page, onlyProblems }: Previewing) {
  return queryOptions({
    // Not below the brand, whose changes would send the file again.
    queryKey: ["import-preview", brandId, file.name, file.size, file.lastModified, choices, page, onlyProblems],
    queryFn: ({ signal }) =>
      dataOf(
        api.previewImport(
          { brandId, file, ...inputOf(choices), show: onlyProblems ? "PROBLEMS" : "ALL", page, perPage: ROWS_PER_PAGE },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function importsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "imports", "list"],
    queryFn: () => dataOf(api.listImports({ brandId })),
  });
}

/** Read again and again while it is being worked on. */
export function importQuery(brandId: number, importId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "imports", importId],
    queryFn: () => dataOf(api.showImport({ importId })),
    refetchInterval: ({ state: { data } }) => (data?.state === "RUNNING" || data?.state === "UNDOING" ? POLL_MILLISECONDS : false),
  });
}
