/** The look of the window. A shop sets the variables that begin with `--chat-` on any element around it. */
export const STYLE = `
:host {
  color-scheme: light dark;
  --accent: var(--chat-accent, light-dark(#1f5f4f, #7cc7b2));
  --on-accent: var(--chat-on-accent, light-dark(#fff, #0c1a16));
  --ground: var(--chat-ground, light-dark(#fff, #16191c));
  --soft: var(--chat-soft, light-dark(#f3f5f4, #20252a));
  --text: var(--chat-text, light-dark(#1c2321, #e8ecea));
  --faint: var(--chat-faint, light-dark(#5b6663, #a3adaa));
  --line: var(--chat-line, light-dark(#dbe1df, #343b40));
  --wrong: var(--chat-wrong, light-dark(#a4262c, #ff9a93));
  --radius: var(--chat-radius, 14px);
  font: 16px/1.5 var(--chat-font, system-ui, sans-serif);
  color: var(--text);
}
:host([data-theme='light']) { color-scheme: light; }
:host([data-theme='dark']) { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button, input, textarea { font: inherit; color: inherit; }
button { cursor: pointer; }
button:disabled { cursor: default; opacity: 0.55; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h2, p, ol, ul { margin: 0; padding: 0; }
ol, ul { list-style: none; }
.launcher {
  position: fixed; inset: auto 20px 20px auto; z-index: 2147483000; padding: 12px 22px; border: 0; border-radius: 999px;
  background: var(--accent); color: var(--on-accent); font-weight: 600; box-shadow: 0 4px 18px rgb(0 0 0 / 0.22);
}
.panel { display: flex; flex-direction: column; background: var(--ground); overflow: hidden; }
:host([data-as='window']) .panel {
  position: fixed; inset: auto 20px 20px auto; z-index: 2147483000; width: min(400px, 100vw - 40px);
  height: min(640px, 100dvh - 40px); border: 1px solid var(--line); border-radius: var(--radius);
  box-shadow: 0 12px 40px rgb(0 0 0 / 0.2);
}
:host([data-as='page']) { display: block; }
:host([data-as='page']) .panel { height: 100dvh; max-width: 46rem; margin: 0 auto; }
header { display: flex; align-items: center; gap: 12px; padding: 16px 20px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; font-size: 1.05rem; font-weight: 650; }
.close { border: 0; background: none; padding: 4px 8px; font-size: 1rem; }
.scroll { flex: 1; overflow-y: auto; padding: 20px; overscroll-behavior: contain; }
.greeting { color: var(--faint); margin-bottom: 20px; }
.turn { display: flex; flex-direction: column; gap: 10px; margin-bottom: 16px; align-items: flex-start; }
.turn.customer { align-items: flex-end; gap: 4px; }
.said { max-width: 88%; padding: 10px 15px; border-radius: var(--radius); background: var(--soft); white-space: pre-line; overflow-wrap: anywhere; }
.customer .said { background: var(--accent); color: var(--on-accent); }
.note { font-size: 0.85rem; color: var(--faint); }
.wrong { color: var(--wrong); }
.wrong:empty { display: none; }
.link { border: 0; background: none; padding: 2px 4px; color: var(--accent); font-weight: 600; font-size: 0.85rem; text-decoration: underline; text-underline-offset: 3px; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; max-width: 100%; }
.choices:has(small) { display: grid; width: 88%; }
.choices:has(small) .choice { width: 100%; }
.choice {
  display: flex; flex-direction: column; align-items: flex-start; text-align: start; padding: 8px 14px; background: var(--ground);
  border: 1px solid var(--line); border-radius: 10px; max-width: 100%;
}
.choice:hover:enabled { border-color: var(--accent); }
.choice span { font-weight: 600; }
.choice span::first-letter { text-transform: uppercase; }
.choice small { font-size: 0.82rem; color: var(--faint); }
.case { padding: 14px 16px; border: 1px solid var(--line); border-inline-start: 3px solid var(--accent); border-radius: 10px; max-width: 88%; }
.case p { margin-top: 6px; font-size: 0.92rem; }
code { font: 0.8rem ui-monospace, monospace; overflow-wrap: anywhere; }
.verify { display: grid; grid-template-columns: 1fr auto; gap: 8px; align-items: end; width: 100%; max-width: 26rem; }
form:has(.verify) { width: 100%; }
.verify label { font-size: 0.85rem; color: var(--faint); }
.verify .wrong, .verify .more { grid-column: 1 / -1; }
input:focus-visible, textarea:focus-visible { outline-offset: -1px; }
input, textarea { width: 100%; padding: 10px 13px; background: var(--ground); border: 1px solid var(--line); border-radius: 10px; }
input { margin-top: 4px; color: var(--text); }
textarea { resize: none; field-sizing: content; max-height: 9rem; }
textarea::placeholder { color: var(--faint); opacity: 1; }
.primary { padding: 10px 18px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.write { display: flex; gap: 10px; align-items: flex-end; padding: 14px 20px calc(14px + env(safe-area-inset-bottom)); border-top: 1px solid var(--line); }
.typing { display: flex; gap: 5px; padding: 6px 4px; height: 20px; }
.typing i { width: 7px; height: 7px; border-radius: 50%; background: var(--faint); animation: pulse 1.2s infinite; }
.typing i:nth-child(2) { animation-delay: 0.2s; }
.typing i:nth-child(3) { animation-delay: 0.4s; }
@keyframes pulse { 0%, 60%, 100% { opacity: 0.25; } 30% { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { .typing i { animation: none; opacity: 0.6; } }
@media (max-width: 480px) {
  :host([data-as='window']) .panel { inset: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; }
}
`;
