/** The spellings of a field's name. Apart from the schemas, so that clients need not load these. */

/** `perPage` → `per_page`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `per_page` → `perPage`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `perPage` → `per-page`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The field of a form that has the file of an upload. */
export function uploadField({ upload }: { readonly upload?: true | "file" }): "media" | "file" {
  return upload === "file" ? "file" : "media";
}
