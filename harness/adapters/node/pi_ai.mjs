// pi-ai: `node pi_ai.mjs same-model` replays a history to the model that made it, `node pi_ai.mjs other-model` one that
// another provider's model made, where pi-ai rewrites what is foreign.
import { captured, NotExpressible, readMessages, readTools, serve, textsOf } from "./_adapter.mjs";
import { complete } from "@mariozechner/pi-ai";

const APIS = {
  "openai-chat": { api: "openai-completions", provider: "openai", baseUrl: "https://api.openai.com/v1" },
  "openai-responses": { api: "openai-responses", provider: "openai", baseUrl: "https://api.openai.com/v1" },
  "anthropic-messages": { api: "anthropic-messages", provider: "anthropic", baseUrl: "https://api.anthropic.com" },
};
const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const NOTHING_USED = { ...NOTHING, totalTokens: 0, cost: { ...NOTHING, total: 0 } };
const OTHER = { api: "google-generative-ai", provider: "google", model: "gemini-3-pro" };

const TARGETS = Object.keys(APIS).map((api) => `${api}:*`);

/** Return what sends a request whose history `makerOf(model)` made. */
function sending(makerOf) {
  return (request) => {
    const read = readMessages(request);
    const opening = read.findIndex((each) => each.role !== "system");
    const [system, turns] = [read.slice(0, opening), read.slice(opening)];
    const model = asModel(request.target);
    const maker = makerOf(model);
    const context = {
      ...(system.length ? { systemPrompt: system.flatMap(textsOf).join("\n\n") } : {}),
      messages: turns.map((each, at) => ({ ...WRITERS[each.role](each, maker), timestamp: at })),
      tools: readTools(request, read),
    };
    return captured(async () => {
      const { stopReason, errorMessage } = await complete(model, context, { apiKey: "x", maxRetries: 0 });
      if (stopReason === "error") throw new Error(errorMessage);
    });
  };
}

const asModel = ({ api, model }) => ({
  ...APIS[api],
  id: model,
  name: model,
  reasoning: false,
  input: ["text", "image"],
  cost: NOTHING,
  contextWindow: 200_000,
  maxTokens: 4096,
});

const asBlocks = (texts) => texts.map((text) => ({ type: "text", text }));

const WRITERS = {
  system() {
    throw new NotExpressible("a system message behind the opening: there is only a system prompt");
  },
  user: (message) => ({ role: "user", content: asBlocks(textsOf(message)) }),
  assistant: (message, maker) => ({
    role: "assistant",
    content: [...asBlocks(spoken(message)), ...message.calls.map(asCall)],
    ...maker,
    usage: NOTHING_USED,
    stopReason: message.calls.length ? "toolUse" : "stop",
  }),
  tool: (message) => ({
    role: "toolResult",
    toolCallId: message.id,
    toolName: message.name,
    content: asBlocks(textsOf(message)),
    isError: false,
  }),
};

/** A turn that only calls tools has no text block. */
const spoken = (message) => textsOf(message).filter((text) => text !== "" || !message.calls.length);

const asCall = ({ id, name, input }) => ({ type: "toolCall", id, name, arguments: input });

await serve({
  project: "pi-ai",
  package: "@mariozechner/pi-ai",
  homepage: "https://github.com/badlogic/pi-mono",
  issues: "https://github.com/badlogic/pi-mono/issues",
  entries: {
    "same-model": {
      title: "complete, a history of the model that is asked",
      targets: TARGETS,
      send: sending(({ api, provider, id }) => ({ api, provider, model: id })),
    },
    "other-model": {
      title: "complete, a history of another provider's model",
      targets: TARGETS,
      send: sending(() => OTHER),
    },
  },
});
