import { Buffer, isUtf8 } from 'node:buffer';
import { Denied } from '../sandbox/denied.js';
import { binaryType, strongType } from './binary-type.js';

export const SNIFFED_BYTES = 8192;
const MAX_LABEL_CHARACTERS = 40;
/** Share of control characters above which content that is not UTF-8 is no text in any encoding. */
const CONTROL_SHARE = 0.1;

export interface TextEncoding {
  readonly kind: 'text';
  readonly name: string;
  readonly bomBytes: number;
}

export type Encoding = TextEncoding | { readonly kind: 'binary'; readonly type: string };

function byteOrderMark(head: Buffer): { name: string; bomBytes: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', bomBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', bomBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', bomBytes: 2 };
  return undefined;
}

/** UTF-16 without a mark shows as zeros in every other byte, and nowhere else. */
function bareUtf16(head: Buffer): string | undefined {
  if (head.length < 2 || (head[0] === 0) === (head[1] === 0)) return undefined;
  const zeros = [0, 0];
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index & 1]!++;
  const pairs = head.length / 2;
  if (zeros[0] === 0 && zeros[1]! > pairs * 0.5) return 'utf-16le';
  if (zeros[1] === 0 && zeros[0]! > pairs * 0.5) return 'utf-16be';
  return undefined;
}

function isControlled(head: Buffer): boolean {
  let controls = 0;
  for (const byte of head)
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++;
  return controls > head.length * CONTROL_SHARE;
}

/** Drops a character that the end of a sample cut in two. */
export function wholeCharacters(sample: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, sample.length); back++) {
    const byte = sample[sample.length - back]!;
    if (byte >= 0xc0) return sample.subarray(0, sample.length - back);
    if (byte < 0x80) break;
  }
  return sample;
}

/**
 * What a file's content, or the beginning of it, is written in. windows-1252 where nothing else fits: it decodes any byte.
 * @param elsewhere what lies behind the sample may be UTF-8
 */
export function detectEncoding(sample: Buffer, complete: boolean, elsewhere = true): Encoding {
  const mark = byteOrderMark(sample);
  if (mark !== undefined) return { kind: 'text', ...mark };
  const head = sample.subarray(0, SNIFFED_BYTES);
  const strong = strongType(head);
  if (strong !== undefined) return { kind: 'binary', type: strong };
  if (head.includes(0)) {
    const name = bareUtf16(head);
    return name === undefined ? { kind: 'binary', type: binaryType(head) } : { kind: 'text', name, bomBytes: 0 };
  }
  if (elsewhere && isUtf8(complete ? sample : wholeCharacters(sample)))
    return { kind: 'text', name: 'utf-8', bomBytes: 0 };
  if (isControlled(head)) return { kind: 'binary', type: binaryType(head) };
  return { kind: 'text', name: 'windows-1252', bomBytes: 0 };
}

/** Throws `Denied` unsupported_encoding for a label that no decoder has. */
function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    const known = 'utf-8, utf-16le, utf-16be, windows-1252, gbk, big5, shift_jis, euc-kr, windows-1251';
    throw new Denied(
      'unsupported_encoding',
      `no decoder for '${label.slice(0, MAX_LABEL_CHARACTERS)}'; for example ${known}`
    );
  }
}

/** 0x80 to 0x9f in windows-1252; the rest is Latin-1. */
const UPPER_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** `encoding` is a name that `detectEncoding` or `chosenEncoding` gave. */
export function decodeText(bytes: Buffer, encoding: string): string {
  // The decoder of Node 20 takes windows-1252 for Latin-1 and loses quotes, dashes and the euro sign.
  if (encoding === 'windows-1252')
    return bytes
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, control => UPPER_CONTROLS[control.charCodeAt(0) - 0x80]!);
  return decoderFor(encoding).decode(bytes);
}

/** The encoding a caller insists on. Content that certainly is no text stays refused. */
export function chosenEncoding(label: string, sample: Buffer): Encoding {
  const name = decoderFor(label).encoding;
  const head = sample.subarray(0, SNIFFED_BYTES);
  const strong = strongType(head);
  if (strong !== undefined) return { kind: 'binary', type: strong };
  if (head.includes(0) && !name.startsWith('utf-16')) return { kind: 'binary', type: binaryType(head) };
  const mark = byteOrderMark(sample);
  return { kind: 'text', name, bomBytes: mark?.name === name ? mark.bomBytes : 0 };
}
