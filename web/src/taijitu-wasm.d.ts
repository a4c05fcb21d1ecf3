/** The module of rules and engines, bound by `crates/webui`. Every argument and answer is JSON in the types of the protocol. */
declare module 'taijitu-wasm' {
  export function initSync(source: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };
  /** Answers a `DeviceQuestion`. */
  export function answer(question: string): string;
  /** Supplies the learned weights of a game, before the game is first searched. */
  export function supplyWeights(game: string, file: Uint8Array): void;
  export class Tables {
    /** Answers a `DeviceTableRequest`. */
    request(request: string): string;
  }
  export class Thinker {
    find(request: string): string;
    reply(asked: string, seed: number): string;
    analyse(asked: string, news: (news: string) => unknown): string;
    search(asked: string, news: (news: string) => unknown): string;
    searchWithMemory(asked: string, mebibytes: number): string;
  }
}
