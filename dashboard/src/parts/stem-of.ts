/** A file's name without its ending, for the name of what is made of it. */
export function stemOf(name: string): string {
  return name.replace(/\.\w{1,5}$/, "");
}
