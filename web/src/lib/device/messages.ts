/** Messages between the page and its workers. Questions and answers are JSON, as the module reads and writes them. */

/** A request to a worker. */
export type Job =
  /** A `DeviceQuestion`. */
  | { kind: 'answer'; text: string }
  /** A `DeviceTableRequest`. */
  | { kind: 'table'; text: string }
  /** A turn that a table on the device asks for. */
  | { kind: 'find'; text: string }
  /** A `StudyReply`. */
  | { kind: 'reply'; text: string; seed: number }
  /** An `Analyse`; news come before the answer. */
  | { kind: 'analyse'; text: string }
  /** A `DeviceSearch`. */
  | { kind: 'search'; text: string }
  /** The same with a table of this many mebibytes, for comparisons. */
  | { kind: 'search'; text: string; memory: number }
  /** The bytes of memory the module has. */
  | { kind: 'memory' };

/** The first message brings the module, every other one a job. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; job: Job };

export type FromWorker =
  /** The module is ready. */
  | { ready: true }
  | { id: number; news: string }
  | { id: number; text: string }
  /** The module failed and cannot be used any more. */
  | { failed: string };
