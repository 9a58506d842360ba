/** How long each part may be once it is encoded: the whole address has to pass a sign-in and every proxy. */
const LENGTHS = { title: 600, text: 2400, url: 2000 } as const;

/**
 * What a browser runs, on whatever page it shows, when the bookmark is clicked: it opens the page for what is shared in a small window,
 * with the page's title, its address and what is selected on it. It reads nothing else, and loads nothing into that page.
 */
export function bookmarkletFor(serviceUrl: string): string {
  const code = `(()=>{const cut=(text,max)=>{let own=Array.from(text.toWellFormed?text.toWellFormed():text).slice(0,max);while(encodeURIComponent(own.join("")).length>max)own=own.slice(0,Math.floor(own.length*0.9));return encodeURIComponent(own.join(""))};const to=${JSON.stringify(`${serviceUrl}/share`)}+"?title="+cut(document.title,${LENGTHS.title})+"&text="+cut(String(getSelection()),${LENGTHS.text})+"&url="+cut(location.href,${LENGTHS.url});if(!open(to,"_blank","noopener=no,width=640,height=800"))location.href=to})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
