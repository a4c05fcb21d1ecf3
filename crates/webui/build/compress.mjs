// Writes `file.br` and `file.gz` beside every file of a folder that gets smaller by it.
//
// Pages themselves stay as they are: the server writes their language into them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** What is compressed already, or is changed on its way out. */
const LEFT = new Set([".html", ".png", ".jpg", ".webp", ".woff2", ".br", ".gz"]);
const CODINGS = [
  [".br", brotliCompressSync],
  [".gz", (bytes) => gzipSync(bytes, { level: 9 })],
];

for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || LEFT.has(extname(entry.name))) continue;
  const file = join(entry.parentPath, entry.name);
  const plain = readFileSync(file);
  for (const [extension, compress] of CODINGS) {
    const small = compress(plain);
    if (small.length < plain.length) writeFileSync(file + extension, small);
  }
}
