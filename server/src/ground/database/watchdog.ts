import { spawn } from "node:child_process";

/**
 * Interrupts a process when this one ends, for whatever reason, on systems without `setpriv --pdeathsig`: a shell waits for
 * the end of a pipe that only this process holds open.
 * @returns a function to call when the process has ended by itself, so that its id is not signalled later
 */
export function watchParent(pid: number): () => void {
  const watch = 'read -r _ || kill -INT "$1"';
  const shell = spawn("sh", ["-c", watch, "sh", `${pid}`], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // Without a shell, a killed service leaves its server running, and the next start stops it.
  shell.once("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  return () => void shell.stdin.end("done\n");
}
