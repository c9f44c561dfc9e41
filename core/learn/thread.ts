import { parentPort, workerData } from 'node:worker_threads';

const { module, run, data } = workerData as { readonly module: string; readonly run: string; readonly data: unknown };
const functions = (await import(module)) as Readonly<Record<string, (data: unknown) => Uint8Array>>;

parentPort!.postMessage(functions[run]!(data));
