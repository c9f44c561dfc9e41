import { expect } from 'chai';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { smtp } from '../../../plugins/couriers/smtp.js';

/** Takes mails as a server does, and refuses one recipient. */
function mailServer(mails: string[]): Server {
  return createServer(socket => {
    let mail: string | undefined;
    let rest = '';
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say('220 mail.example ready');
    socket.on('error', () => {});
    socket.on('data', chunk => {
      rest += String(chunk);
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (mail !== undefined) {
          if (line !== '.') mail += `${line}\n`;
          else {
            mails.push(mail);
            mail = undefined;
            say('250 taken');
          }
        } else if (/^(EHLO|HELO|MAIL|RSET|NOOP)/.test(line)) say('250 fine');
        else if (line.startsWith('RCPT')) say(line.includes('refused@') ? `550 no ${line}` : '250 fine');
        else if (line === 'DATA') {
          mail = '';
          say('354 go on');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else say('250 fine');
      }
    });
  });
}

describe('couriers: a mail server', () => {
  const mails: string[] = [];
  const server = mailServer(mails);
  let courier: Awaited<ReturnType<typeof smtp>>;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    courier = await smtp({ url, from: 'shop@example.com', timeoutMs: 5000 });
  });
  after(() => {
    courier.close();
    server.close();
  });

  const letter = { to: 'dana@example.com', subject: 'Your code', text: 'It is 123456.', tenant: 'demo' };

  it('gets the letter as a plain mail', async () => {
    await courier.send(letter);
    expect(mails).to.have.length(1);
    expect(mails[0]).to.match(/^From: shop@example.com$/m);
    expect(mails[0]).to.match(/^To: dana@example.com$/m);
    expect(mails[0]).to.match(/^Subject: Your code$/m);
    expect(mails[0]).to.contain('It is 123456.');
  });

  it('cannot be made to send to others, or other headers', async () => {
    await courier.send({ ...letter, to: 'dana@example.com\r\nBcc: eve@example.com' }).catch(() => {});
    expect(mails.join('\n')).not.to.match(/^Bcc:/m);
  });

  it('refuses without its words being repeated', async () => {
    const reason = await courier.send({ ...letter, to: 'refused@example.com' }).then(
      () => 'taken',
      (error: Error) => error.message
    );
    expect(reason)
      .to.match(/^the mail server did not take it/)
      .and.not.contain('refused@');
  });
});
