import { h, show } from '../shared/dom.js';
import type { IdentityProof, Verified } from './types.js';
import type { Words } from './words.js';

/** Asks for the address of an account, and for the code that was sent there where the shop wants to see that it is theirs. */
export function verifyForm(words: Words, verify: (proof: IdentityProof) => Promise<Verified>): HTMLElement {
  const wrong = h('p', { class: 'note wrong', role: 'alert', id: 'wrong' });
  const told = h('p', { class: 'note', role: 'status' });
  const common = { required: true, 'aria-describedby': 'wrong' };
  const email = h('input', { ...common, type: 'email', name: 'email', maxlength: 254, autocomplete: 'email' });
  const code = h('input', {
    ...common,
    name: 'code',
    inputmode: 'numeric',
    pattern: '[0-9]{6}',
    maxlength: 6,
    autocomplete: 'one-time-code'
  });
  const fields = h('div', { class: 'verify' });
  const button = (text: string, onclick: () => void) => h('button', { class: 'link', type: 'button', onclick }, text);
  const ask = (label: string, input: HTMLInputElement, ...more: readonly HTMLElement[]) => {
    const submit = h('button', { class: 'primary', type: 'submit' }, words.verify);
    show(fields, h('label', {}, label, input), submit, wrong, h('p', { class: 'more' }, more));
  };
  const askAddress = () => {
    told.textContent = '';
    ask(words.email, email);
  };
  const askCode = () => {
    told.textContent = words.code_sent;
    code.value = '';
    const others = [
      button(words.new_code, () => void prove({ email: email.value })),
      button(words.other_address, () => (askAddress(), email.select()))
    ];
    ask(words.code, code, ...others);
    code.focus();
  };
  const prove = async (proof: IdentityProof) => {
    wrong.textContent = '';
    const outcome = await verify(proof);
    if (outcome === 'code_sent') return askCode();
    if (outcome === 'verified') return;
    const refused = proof.code === undefined ? words.unverified : words.wrong_code;
    wrong.textContent = outcome === 'refused' ? refused : words.unreachable;
    if (outcome === 'refused') (proof.code === undefined ? email : code).select();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void prove({ email: email.value, ...(code.isConnected && { code: code.value }) });
  };
  askAddress();
  return h('form', { onsubmit: submit }, told, fields);
}
