import { randomUUID } from "node:crypto";
import type { IExecuteFunctions } from "n8n-workflow";
import type { ApiRequest } from "../shared/request";

/** The file of an item as `multipart/form-data` in the field `media`. */
export async function formOf(context: IExecuteFunctions, item: number): Promise<NonNullable<ApiRequest["form"]>> {
  const property = context.getNodeParameter("binaryPropertyName", item) as string;
  const { fileName, mimeType } = context.helpers.assertBinaryData(item, property);
  const content = await context.helpers.getBinaryDataBuffer(item, property);
  const other = context.getNodeParameter("fileName", item, "") as string;
  const name = other === "" ? (fileName ?? "file") : other;
  const boundary = `rostrum-${randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="media"; filename="${escaped(name)}"\r\nContent-Type: ${mimeType}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** As browsers write it: HTML Standard, "Multipart form data". */
function escaped(name: string): string {
  return name.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");
}
