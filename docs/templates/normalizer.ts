// A Sendable normalizer in TypeScript, for Node 23.6 or newer, Deno or Bun:
// sendable run --normalizer 'exec:node normalizer.ts'
import { createInterface } from "node:readline";

type Message = Record<string, unknown>;
type Answer = { messages: Message[]; dropped?: number } | { body: object } | { not_expressible: string };
type Request = { op: string; seq: number; contract: string; target: { api: string; model: string; vendor?: string };
  history: { messages: Message[] }; next: Message[] };

const about = { name: "my-normalizer", version: "1.0", language: "typescript",
  contracts: ["flat"], // flat: answer messages; send: answer a request body
  accepts: ["messages"], targets: ["*"] };

/** Your code: from the stored history to what you would send. */
async function normalize(request: Request): Promise<Answer> {
  return { messages: request.history.messages };
}

async function answer(request: Request): Promise<object> {
  if (request.op === "start") return about;
  try {
    return { seq: request.seq, ...(await normalize(request)) };
  } catch (error) {
    const { name, message } = error as Error;
    return { seq: request.seq, refused: { type: name, message } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line);
  if (request.op === "stop") break;
  process.stdout.write(JSON.stringify(await answer(request)) + "\n");
}
