/** The addresses of the learned weights of engines, by game. The build puts their addresses here (`build/wasmModule.ts`). */
const weights: Readonly<Record<string, string>> = {};

export default weights;
