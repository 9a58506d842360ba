import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import { type Uploaded, uploadFile } from "../../api/upload.ts";
import { saidOf } from "../../parts/convert/said.ts";
import { say } from "../../parts/toast.tsx";
import { printType } from "./facts.ts";
import { nextUploads, type Upload, uploadsAfter } from "./uploads.ts";
import { words } from "./words.ts";

export interface Uploads {
  readonly uploads: readonly Upload[];
  add(files: readonly File[]): void;
  /** Cancels what is being sent. */
  dismiss(key: number): void;
  again(key: number): void;
}

/** Sends files to the brand's media, a few at a time, and shows what has arrived. */
export function useUploads(brandId: number): Uploads {
  const queries = useQueryClient();
  const [uploads, step] = useReducer(uploadsAfter, []);
  const nextKey = useRef(1);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    for (const { key, file } of nextUploads(uploads)) {
      if (running.current.has(key)) continue;
      const controller = new AbortController();
      running.current.set(key, controller);
      step({ kind: "begun", key });
      void uploadFile(brandId, file, { onSent: (share) => step({ kind: "sent", key, share }), signal: controller.signal })
        .then(
          ({ sent }) => {
            step({ kind: "arrived", key });
            say({ message: arrived(file.name, sent) });
            return queries.invalidateQueries({ queryKey: ["brand", brandId, "media"] });
          },
          (error: Error) => step({ kind: "failed", key, problem: error.message }),
        )
        .finally(() => running.current.delete(key));
    }
  }, [brandId, queries, uploads]);
  return {
    uploads,
    add(files) {
      step({ kind: "added", files, firstKey: nextKey.current });
      nextKey.current += files.length;
    },
    dismiss(key) {
      running.current.get(key)?.abort();
      step({ kind: "dismissed", key });
    },
    again: (key) => step({ kind: "again", key }),
  };
}

/** What is told of a file that has arrived: also in which form, if that is not the one it was given in. */
function arrived(name: string, { became, file }: Uploaded["sent"]): string {
  if (became === "same") return words.uploaded({ name });
  return saidOf(name, became, printType(file.type));
}
