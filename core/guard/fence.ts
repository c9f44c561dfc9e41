/** What stands in place of a fence that the text itself brought. */
const DEFUSED = '(fence removed)';

const FENCE = /<{2,}\/?[\p{Lu}\p{Ll}_-]{0,40} ?[0-9a-f]{8,64}>{2,}/giu;

/**
 * Puts untrusted text between marks that only this request knows.
 * @param nonce random hexadecimal digits, at least eight, new for every request
 * @param label what the text is, for example `tool_result`; letters, digits, `_` and `-` survive
 */
export function fence(nonce: string, label: string, text: string): string {
  const name = label.replace(/[^\w-]/g, '_');
  return `<<${name} ${nonce}>>\n${defuseFences(nonce, text)}\n<</${name} ${nonce}>>`;
}

/** `text` without anything that looks like a fence, whoever's nonce it carries, and without this request's nonce. */
export function defuseFences(nonce: string, text: string): string {
  const open = text.replace(FENCE, DEFUSED);
  return open.toLowerCase().includes(nonce.toLowerCase())
    ? open.replace(new RegExp(escape(nonce), 'gi'), DEFUSED)
    : open;
}

const escape = (text: string): string => text.replace(/[^\w]/g, '\\$&');
