import { Argument, type Command } from "commander";

/** `rostrum completion bash` prints what a shell has to read to complete the commands and flags of this very program. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print the completion for a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      "\nExamples:\n  source <(rostrum completion bash)\n  rostrum completion zsh > ~/.zfunc/_rostrum\n  rostrum completion fish > ~/.config/fish/completions/rostrum.fish\n",
    )
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionFor } = await import("./scripts.ts");
      process.stdout.write(completionFor(shell, program));
    });
}
