import { type Api, dataOf, type Reply } from "./api.ts";
import { type FileKind, fileOf } from "./files.ts";
import * as resources from "./resources.ts";
import type { Workspace } from "./stage.ts";

export interface Part {
  readonly field?: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
  readonly name?: string;
  readonly type?: string;
}

/** Posts a multipart form with these parts; a part without a name is a plain field. */
export function sendForm(api: Api, path: string, parts: readonly Part[]): Promise<Reply> {
  const form = new FormData();
  for (const { field = "media", bytes, name, type } of parts) {
    if (name === undefined && typeof bytes === "string") form.append(field, bytes);
    else form.append(field, new Blob([bytes], type === undefined ? {} : { type }), name ?? "file.bin");
  }
  return api.send("POST", path, { body: form });
}

/** Uploads a small file of a kind and returns its media id. */
export async function anUpload(of: Workspace, kind: FileKind, name = `file.${kind}`): Promise<string> {
  return dataOf(await sendForm(of.api, `${of.brand}/media`, [{ bytes: fileOf(kind), name }]), resources.uploaded).id;
}
