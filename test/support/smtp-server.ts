/** A small SMTP server on loopback that stores every message it accepts. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they were sent. */
  readonly raw: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Rejects every recipient from now on. */
  refuseRecipients(): void;
  stop(): Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refuses = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serve(
      socket,
      (mail) => received.push(mail),
      () => refuses,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuseRecipients: () => {
      refuses = true;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serve(socket: Socket, keep: (mail: ReceivedMail) => void, refuses: () => boolean): void {
  let buffer = '';
  let envelope = { from: '', to: [] as string[] };
  let isData = false;
  const answer = (line: string): void => void socket.write(`${line}\r\n`);
  answer('220 test ESMTP');
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    buffer += text;
    for (;;) {
      const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        keep({ ...envelope, raw: part });
        answer('250 accepted');
      } else command(part);
    }
  });
  function command(line: string): void {
    const [verb = ''] = line.toUpperCase().split(' ');
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    if (verb === 'EHLO' || verb === 'HELO') answer('250 test');
    else if (verb === 'MAIL') {
      envelope = { from: address, to: [] };
      answer('250 ok');
    } else if (verb === 'RCPT') {
      if (refuses()) return answer('550 no such mailbox');
      envelope.to.push(address);
      answer('250 ok');
    } else if (verb === 'DATA') {
      isData = true;
      answer('354 go on');
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else answer('502 not implemented');
  }
}
