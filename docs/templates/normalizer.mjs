// A Sendable normalizer in Node: sendable run --normalizer 'exec:node normalizer.mjs'
import { createInterface } from "node:readline";

const about = {
  name: "my-normalizer",
  version: "1.0",
  language: "javascript",
  contracts: ["flat"], // flat: answer messages; send: answer a request body
  accepts: ["messages"],
  targets: ["*"],
};

/** Your code: from the stored history to what you would send. */
async function normalize(request) {
  return { messages: request.history.messages };
}

async function answer(request) {
  if (request.op === "start") return about;
  try {
    return { seq: request.seq, ...(await normalize(request)) };
  } catch (error) {
    return { seq: request.seq, refused: { type: error.name, message: error.message } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.op === "stop") break;
  process.stdout.write(JSON.stringify(await answer(request)) + "\n");
}
