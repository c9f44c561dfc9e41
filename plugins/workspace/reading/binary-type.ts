import { Buffer } from 'node:buffer';

type Signature = readonly [type: string, offset: number, bytes: string];

/** Latin-1 texts of the bytes that open a file of the type. Long enough that no prose begins with them. */
const STRONG: readonly Signature[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/zip', 0, 'PK\x05\x06'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-xz', 0, '\xfd7zXZ\x00'],
  ['application/zstd', 0, '\x28\xb5\x2f\xfd'],
  ['application/x-7z-compressed', 0, '7z\xbc\xaf\x27\x1c'],
  ['application/x-elf', 0, '\x7fELF'],
  ['application/wasm', 0, '\x00asm'],
  ['application/java-vm', 0, '\xca\xfe\xba\xbe'],
  ['application/x-mach-binary', 0, '\xcf\xfa\xed\xfe'],
  ['application/vnd.sqlite3', 0, 'SQLite format 3\x00'],
  ['application/x-git-pack', 0, 'PACK\x00\x00\x00'],
  ['application/x-git-index', 0, 'DIRC\x00\x00\x00'],
  ['font/woff', 0, 'wOFF\x00\x01\x00\x00'],
  ['font/woff2', 0, 'wOF2\x00\x01\x00\x00'],
  ['font/ttf', 0, '\x00\x01\x00\x00\x00'],
  ['audio/flac', 0, 'fLaC\x00'],
  ['audio/ogg', 0, 'OggS\x00'],
  ['video/mp4', 4, 'ftyp'],
  ['image/x-icon', 0, '\x00\x00\x01\x00']
];

/** Short ones, which count only for content that is no text anyway. */
const WEAK: readonly Signature[] = [
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['audio/wav', 8, 'WAVE'],
  ['application/x-bzip2', 0, 'BZh'],
  ['application/vnd.microsoft.portable-executable', 0, 'MZ'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\x00'],
  ['image/tiff', 0, 'MM\x00*'],
  ['audio/mpeg', 0, 'ID3'],
  ['application/x-tar', 257, 'ustar']
];

const opens = (head: Buffer, [, offset, bytes]: Signature): boolean =>
  head.length >= offset + bytes.length && head.toString('latin1', offset, offset + bytes.length) === bytes;

/** The media type of a file that is certainly not text, by its first bytes. */
export const strongType = (head: Buffer): string | undefined => STRONG.find(one => opens(head, one))?.[0];

/** The media type of content that was found not to be text. */
export const binaryType = (head: Buffer): string =>
  [...STRONG, ...WEAK].find(one => opens(head, one))?.[0] ?? 'application/octet-stream';
