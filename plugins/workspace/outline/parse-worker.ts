import { parentPort } from 'node:worker_threads';
import { parse } from './parse.js';

export interface ParseTask {
  readonly text: string;
  readonly grammar: string;
  readonly definitions: string;
}

parentPort!.on('message', ({ text, grammar, definitions }: ParseTask) => {
  void parse(text, grammar, definitions).then(outline => parentPort!.postMessage(outline));
});
