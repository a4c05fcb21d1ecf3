// Draws the description of the interface. Everything is put in as text, never as markup.
const make = (tag, text, kind) => {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};

const nameOf = (ref) => ref.split("/").pop();

/** A schema in a few words: the name of a type, or its shape. */
const short = (schema) => {
  if (!schema) return "";
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.oneOf) return schema.oneOf.map(short).join(" | ");
  if (schema.type === "array") return `${short(schema.items)}[]`;
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  return schema.type ?? "any";
};

const bodyOf = (content) => short(content?.["application/json"]?.schema);

const route = (path, method, operation) => {
  const details = make("details");
  const summary = make("summary");
  summary.append(make("span", method.toUpperCase(), "method"), make("span", path, "path"));
  summary.append(` — ${operation.summary ?? operation.description ?? ""}`);
  details.append(summary);
  for (const parameter of operation.parameters ?? []) {
    details.append(make("p", `${parameter.in} ${parameter.name}: ${short(parameter.schema)} ${parameter.description ?? ""}`));
  }
  if (operation.requestBody) details.append(make("p", `body: ${bodyOf(operation.requestBody.content)}`));
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    details.append(make("p", `${status}: ${bodyOf(response.content) || response.description}`));
  }
  return details;
};

const draw = (api) => {
  document.getElementById("about").textContent = api.info.description;
  const routes = document.getElementById("routes");
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(operations)) routes.append(route(path, method, operation));
  }
  const types = document.getElementById("types");
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    const details = make("details");
    details.id = name;
    details.append(make("summary", name), make("p", schema.description ?? ""), make("pre", JSON.stringify(schema, null, 2)));
    types.append(details);
  }
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted) wanted.open = true;
};

fetch("/api/openapi.json").then((answer) => answer.json()).then(draw);
