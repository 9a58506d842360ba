const ADDRESS = /https?:\/\/[^\s<>"]+/giu;
/** Punctuation after an address that is not part of it. */
const TAIL = /[.,;:!?'’”»)\]}]+$/u;

/** The addresses in a text, in their order. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([address]) => withoutTail(address)).filter((url) => URL.canParse(url));
}

/** A closing bracket stays if the address opens one. */
function withoutTail(address: string): string {
  const plain = address.replace(TAIL, "");
  return address[plain.length] === ")" && plain.includes("(") && !plain.includes(")") ? `${plain})` : plain;
}
