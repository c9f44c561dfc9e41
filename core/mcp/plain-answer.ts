import type { ServerResponse } from 'node:http';

/** What is not the protocol's to answer: one line of text. */
export function plainAnswer(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {}
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`);
}
