import { useCallback, useState } from "react";
import { uploaded } from "./queries.ts";
import type { Composer } from "./use-composer.ts";

/** A file on its way; `problem` says why it did not arrive. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly problem: string | null;
}

/** Uploads files and adds them to the draft in the order in which they were given. */
export function useFiles({ brandId, changeMedia }: Pick<Composer, "brandId" | "changeMedia">) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const dismiss = useCallback((key: string) => setUploads((known) => known.filter((upload) => upload.key !== key)), []);
  const add = useCallback(
    async (files: readonly File[]) => {
      const coming = files.map((file) => ({
        file,
        upload: { key: crypto.randomUUID(), name: file.name, sizeBytes: file.size, problem: null },
      }));
      setUploads((known) => [...known, ...coming.map(({ upload }) => upload)]);
      for (const { file, upload } of coming) {
        try {
          const medium = await uploaded(brandId, file);
          changeMedia((media) => [...media, { kind: "file", medium }]);
          dismiss(upload.key);
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          setUploads((known) => known.map((one) => (one.key === upload.key ? { ...one, problem } : one)));
        }
      }
    },
    [brandId, changeMedia, dismiss],
  );
  return { uploads, dismiss, add: useCallback((files: readonly File[]) => void add(files), [add]) };
}

export type Files = ReturnType<typeof useFiles>;
