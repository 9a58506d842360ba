/** The address of a feed as anybody may read it: without the user name and the password that it was given with. */
export function withoutLogin(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return url.href;
}
