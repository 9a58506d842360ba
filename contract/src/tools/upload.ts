import { z } from "zod";
import { NAME_LENGTH_MAX, TOOL_FILE_BYTES_MAX, URL_LENGTH_MAX } from "../limits.ts";
import { BESIDE_OTHER_ISSUES, judgedText, text, webAddress } from "../text.ts";

const BASE64_LENGTH_MAX = Math.ceil(TOOL_FILE_BYTES_MAX / 3) * 4;

/** How a tool passes a file: a URL to download, or base64. Only for tools; the REST API accepts multipart only. */
export const ToolUpload = z
  .object({
    url: webAddress({ max: URL_LENGTH_MAX })
      .optional()
      .meta({ description: "Public address of the file.", example: "https://shop.example/croissant.jpg" }),
    fileName: text({ min: 1, max: NAME_LENGTH_MAX })
      .optional()
      .meta({ description: "Name of the file with its extension. Required with `contentBase64`.", example: "croissant.jpg" }),
    contentBase64: judgedText({ max: BASE64_LENGTH_MAX, reasonAgainst })
      .optional()
      .meta({
        description: `The file in base64, without a \`data:\` prefix; at most ${TOOL_FILE_BYTES_MAX} bytes before encoding. Pass larger files by \`url\`.`,
        contentEncoding: "base64",
      }),
  })
  .superRefine((upload, context) => {
    const refuse = (field: string, sentence: string) => context.addIssue({ code: "custom", path: [field], params: { sentence } });
    if (upload.url === undefined && upload.contentBase64 === undefined) refuse("url", "is required when there is no contentBase64");
    if (upload.url !== undefined && upload.contentBase64 !== undefined) refuse("url", "is not allowed beside contentBase64");
    if (upload.contentBase64 !== undefined && upload.fileName === undefined) refuse("fileName", "is required with contentBase64");
  }, BESIDE_OTHER_ISSUES);
export type ToolUpload = z.output<typeof ToolUpload>;

/** Checked by hand: the usual base64 pattern has groups, and ten million characters overflow the regular expression stack. */
function reasonAgainst(value: string): string | null {
  if (value === "") return "must not be empty";
  if (value.startsWith("data:")) return "must be base64 without a data: prefix";
  const padding = value.endsWith("==") ? 2 : value.endsWith("=") ? 1 : 0;
  if ((value.length / 4) * 3 - padding > TOOL_FILE_BYTES_MAX) {
    return `must not hold more than ${TOOL_FILE_BYTES_MAX} bytes; pass the file as url, or upload it with the REST API or the command line`;
  }
  return value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*$/.test(value.slice(0, value.length - padding)) ? "must be base64" : null;
}
