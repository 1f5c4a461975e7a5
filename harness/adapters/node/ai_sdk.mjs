// AI SDK: `node ai_sdk.mjs generate-text` sends model messages, `node ai_sdk.mjs ui-messages` stored UI messages through
// convertToModelMessages with ignoreIncompleteToolCalls.
import { captured, NotExpressible, readMessages, readTools, serve, textsOf } from "./_adapter.mjs";

process.env.AI_SDK_LOG_WARNINGS = "false";
globalThis.AI_SDK_LOG_WARNINGS = false;
const { createAnthropic } = await import("@ai-sdk/anthropic");
const { createOpenAI } = await import("@ai-sdk/openai");
const { convertToModelMessages, generateText, jsonSchema, tool } = await import("ai");

const MODELS = {
  "openai-chat": (id) => createOpenAI({ apiKey: "x" }).chat(id),
  "openai-responses": (id) => createOpenAI({ apiKey: "x" }).responses(id),
  "anthropic-messages": (id) => createAnthropic({ apiKey: "x" })(id),
};

const TARGETS = Object.keys(MODELS).map((api) => `${api}:*`);

/** Return what sends a request; `write` puts the history into the SDK's types and returns what converts it. */
function sending(write) {
  return (request) => {
    const read = readMessages(request);
    const converted = write(read);
    const tools = Object.fromEntries(readTools(request, read).map((each) => [each.name, asTool(each)]));
    const model = MODELS[request.target.api](request.target.model);
    // The conversion belongs to what is judged: an error of it is a refusal.
    return captured(async () => {
      const messages = await converted(tools);
      return generateText({ model, messages, tools, maxOutputTokens: 4096, maxRetries: 0 });
    });
  };
}

const asTool = ({ description, parameters }) => tool({ description, inputSchema: jsonSchema(parameters) });

/** Model messages: what generateText takes. */
function modelMessages(read) {
  const messages = read.map((each) => WRITERS[each.role](each));
  return () => messages;
}

const WRITERS = {
  system: (message) => ({ role: "system", content: textsOf(message).join("\n\n") }),
  user: (message) => ({ role: "user", content: asContent(message) }),
  assistant: (message) => ({ role: "assistant", content: asContent(message) }),
  tool: (message) => ({ role: "tool", content: [asResult(message)] }),
};

/** A plain text is one, as its users write it; parts are for what a text cannot hold. */
function asContent(message) {
  if (typeof message.content === "string" && !message.calls.length) return message.content;
  return [...asParts(spoken(message)), ...message.calls.map(asCall)];
}

const asParts = (texts) => texts.map((text) => ({ type: "text", text }));
const asCall = ({ id, name, input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input });

function asResult({ id, name, texts, content }) {
  const output = texts ? { type: "text", value: texts.join("\n\n") } : { type: "json", value: content };
  return { type: "tool-result", toolCallId: id, toolName: name, output };
}

/** A turn that only calls tools has no text part. */
function spoken(message) {
  const texts = textsOf(message);
  return message.calls.length ? texts.filter((text) => text !== "") : texts;
}

/** UI messages: what useChat stores. A tool part holds a call together with its result. */
function fromUiMessages(read) {
  const stored = read.reduce(addUi, []).map((each, at) => ({ ...each, id: `m${at}` }));
  return (tools) => convertToModelMessages(stored, { tools, ignoreIncompleteToolCalls: true });
}

function addUi(stored, message) {
  const last = stored.at(-1);
  if (message.role === "tool") {
    attach(last, message);
    return stored;
  }
  const texts = message.role === "assistant" ? spoken(message) : textsOf(message);
  const parts = [...texts.map((text) => ({ type: "text", text, state: "done" })), ...message.calls.map(asToolPart)];
  if (message.role !== "assistant") return [...stored, { role: message.role, parts }];
  // Rounds of one turn are steps of one message.
  if (last?.role === "assistant") last.parts.push({ type: "step-start" }, ...parts);
  else stored.push({ role: "assistant", parts: [{ type: "step-start" }, ...parts] });
  return stored;
}

const asToolPart = ({ id, name, input }) => ({ type: `tool-${name}`, toolCallId: id, state: "input-available", input });

function attach(last, { id, texts, content }) {
  const parts = last?.role === "assistant" ? last.parts : [];
  const step = parts.slice(parts.findLastIndex((part) => part.type === "step-start") + 1);
  const call = step.find((part) => part.toolCallId === id);
  if (!call) throw new NotExpressible("a result away from its call: a tool part holds both");
  if (call.state !== "input-available") throw new NotExpressible("a second result of a call: a tool part holds one");
  Object.assign(call, { state: "output-available", output: texts ? texts.join("\n\n") : content });
}

await serve({
  project: "AI SDK",
  package: "ai",
  homepage: "https://github.com/vercel/ai",
  issues: "https://github.com/vercel/ai/issues",
  entries: {
    "generate-text": { title: "generateText", targets: TARGETS, send: sending(modelMessages) },
    "ui-messages": {
      title: "convertToModelMessages(ignoreIncompleteToolCalls), generateText",
      targets: TARGETS,
      send: sending(fromUiMessages),
    },
  },
});
