// What the adapters in this folder share: the line protocol, the flat history read strictly, and the request captured.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

/** The framework's types cannot hold this history. */
export class NotExpressible extends Error {}

// Errors that nobody raises on purpose: the framework broke, it did not refuse.
const BROKEN = [TypeError, ReferenceError, RangeError, SyntaxError];
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Answer requests until `stop` for the entry that the command line names; `--entries` lists them as JSON.
 * project: `{project, package, homepage, issues, entries: {name: {title, targets, send}}}`; `send(request)` returns the
 * answer without its seq.
 */
export async function serve(project) {
  const [word] = process.argv.slice(2);
  if (word === "--entries") return console.log(JSON.stringify(listed(project)));
  const entry = project.entries[word];
  if (!entry) {
    console.error(`name one entry of ${project.project}: ${Object.keys(project.entries).join(", ")}`);
    process.exit(1);
  }
  // Frameworks greet, warn and advertise there.
  for (const name of ["log", "info", "debug"]) console[name] = console.error;
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.op === "stop") break;
    process.stdout.write(JSON.stringify(await answer(request, project, word)) + "\n");
  }
  process.exit(0);
}

function listed({ project, homepage, entries, ...rest }) {
  const named = Object.entries(entries).map(([name, { title, targets }]) => {
    return { name, title, targets, contracts: ["send"], package: rest.package, version: version(rest.package) };
  });
  return { project, homepage, entries: named };
}

function version(name) {
  return createRequire(import.meta.url)(`./node_modules/${name}/package.json`).version;
}

function about({ project, homepage, issues, entries, ...rest }, word) {
  const spoken = { language: "javascript", contracts: ["send"], accepts: ["messages"] };
  const made = { name: `${project} ${word}`, version: version(rest.package), homepage, issues };
  return { ...made, ...spoken, targets: entries[word].targets };
}

async function answer(request, project, word) {
  if (request.op === "start") return about(project, word);
  try {
    return { seq: request.seq, ...(await project.entries[word].send(request)) };
  } catch (error) {
    if (error instanceof NotExpressible) return { seq: request.seq, not_expressible: error.message };
    return { seq: request.seq, error: error?.stack ?? String(error) };
  }
}

/**
 * Run a framework until it sends its request, and answer with the request's body; with `refused` when it raised an
 * error instead. Nothing is sent: every request of the process is caught, and answered with a 400, which is not retried.
 */
export async function captured(send) {
  let body;
  globalThis.fetch = async (input, init) => {
    body ??= JSON.parse(init?.body ?? (await input.text()));
    const error = { type: "invalid_request_error", message: "captured" };
    return Response.json({ type: "error", error }, { status: 400 });
  };
  let raised;
  try {
    await send();
  } catch (error) {
    raised = error;
  }
  if (body) return { body };
  if (!raised) return { error: "it sent nothing and raised nothing" };
  if (BROKEN.some((kind) => raised instanceof kind)) return { error: raised.stack };
  return { refused: { type: raised.name, message: raised.message } };
}

/**
 * Read the history and the coming turn: `{role, texts, calls: [{id, name, input}], id, name, content}` a message.
 * texts: the content as a list of texts; null when it is something else. input: the parsed arguments.
 * id, name: of the call that a result answers; the name of a call that is not there is `unknown`.
 */
export function readMessages({ history, next }) {
  const messages = [...history.messages, ...next].map(readMessage);
  return messages.map((each, at) => (each.role === "tool" ? { ...each, name: nameOf(each.id, messages, at) } : each));
}

/** The nearest call before a result wins over a later one. */
function nameOf(id, messages, at) {
  const near = [...messages.slice(0, at).reverse(), ...messages.slice(at)];
  return near.flatMap((each) => each.calls).find((call) => call.id === id)?.name ?? "unknown";
}

/** Return the tools that the conversation offers, else one for each that it calls. */
export function readTools({ history }, messages) {
  if (history.tools) return history.tools;
  const called = new Set(messages.flatMap((each) => each.calls.map((call) => call.name)));
  const parameters = { type: "object", properties: {} };
  return [...called].filter((name) => TOOL_NAME.test(name)).map((name) => ({ name, description: name, parameters }));
}

function readMessage(message) {
  if (message === null || typeof message !== "object" || Array.isArray(message))
    throw new NotExpressible("a message that is no object");
  const { role, content, metadata } = message;
  if (!["system", "user", "assistant", "tool"].includes(role))
    throw new NotExpressible(`the role ${JSON.stringify(role)}`);
  const calls = role === "assistant" ? readCalls(message.tool_calls ?? metadata?.tool_calls) : [];
  const id = role === "tool" ? readId(message.tool_call_id ?? metadata?.tool_call_id) : undefined;
  return { role, content, texts: readTexts(content), calls, id };
}

function readTexts(content) {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [content];
  const isText = (part) => part?.type === "text" && typeof part.text === "string";
  return Array.isArray(content) && content.every(isText) ? content.map((part) => part.text) : null;
}

/** Return the texts of a message whose content can be nothing else. */
export function textsOf(message) {
  if (message.texts) return message.texts;
  throw new NotExpressible(`content of the ${message.role} that is no text`);
}

function readCalls(calls) {
  if (calls === null || calls === undefined) return [];
  if (!Array.isArray(calls)) throw new NotExpressible("tool_calls that are no list");
  return calls.map(readCall);
}

function readCall(call) {
  if (call === null || typeof call !== "object") throw new NotExpressible("a tool call that is no object");
  if (typeof call.name !== "string") throw new NotExpressible("a tool call without a name");
  const id = readId(call.tool_call_id || (call.id ?? call.tool_call_id));
  return { id, name: call.name, input: readInput(call.arguments) };
}

function readId(id) {
  if (typeof id !== "string") throw new NotExpressible(`a call id that is no text: ${JSON.stringify(id) ?? "missing"}`);
  return id;
}

function readInput(args) {
  let input = args ?? {};
  try {
    if (typeof input === "string") input = JSON.parse(input || "{}");
  } catch {
    throw new NotExpressible("arguments that are no JSON");
  }
  if (input === null || typeof input !== "object" || Array.isArray(input))
    throw new NotExpressible("arguments that are no JSON object");
  return input;
}
