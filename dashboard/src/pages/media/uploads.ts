import { tooLarge } from "../../api/upload-limit.ts";

/** Files on their way: which wait, which are being sent, and which did not arrive. Those that have arrived leave the list. */

export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly state:
    | { readonly kind: "waiting" }
    | { readonly kind: "sending"; readonly share: number }
    | { readonly kind: "failed"; readonly problem: string };
}

/** More at once would not arrive sooner. */
const SENDING_MAX = 3;

export type UploadStep =
  | { readonly kind: "added"; readonly files: readonly File[]; readonly firstKey: number }
  | { readonly kind: "begun" | "arrived" | "dismissed" | "again"; readonly key: number }
  | { readonly kind: "sent"; readonly key: number; readonly share: number }
  | { readonly kind: "failed"; readonly key: number; readonly problem: string };

export function uploadsAfter(uploads: readonly Upload[], step: UploadStep): readonly Upload[] {
  switch (step.kind) {
    case "added":
      return [...uploads, ...step.files.map((file, index): Upload => ({ key: step.firstKey + index, file, state: begun(file) }))];
    case "begun":
      return changed(uploads, step.key, { kind: "sending", share: 0 });
    case "sent":
      return changed(uploads, step.key, { kind: "sending", share: step.share });
    case "failed":
      return changed(uploads, step.key, { kind: "failed", problem: step.problem });
    case "again":
      return changed(uploads, step.key, { kind: "waiting" });
    case "arrived":
    case "dismissed":
      return uploads.filter(({ key }) => key !== step.key);
  }
}

/** Those that may begin now, in the order in which they were added. */
export function nextUploads(uploads: readonly Upload[]): readonly Upload[] {
  const free = SENDING_MAX - uploads.filter(({ state }) => state.kind === "sending").length;
  return uploads.filter(({ state }) => state.kind === "waiting").slice(0, Math.max(0, free));
}

/** What is too large is told before anything is sent. */
function begun({ size }: File): Upload["state"] {
  const problem = tooLarge(size);
  return problem === null ? { kind: "waiting" } : { kind: "failed", problem };
}

function changed(uploads: readonly Upload[], key: number, state: Upload["state"]): readonly Upload[] {
  return uploads.map((upload) => (upload.key === key ? { ...upload, state } : upload));
}
