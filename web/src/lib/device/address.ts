/** The address of the module of rules and engines. The build puts its address here (`build/wasmModule.ts`); `null` in a page without it. */
const address: string | null = null;

export default address;
